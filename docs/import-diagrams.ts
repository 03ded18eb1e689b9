// The drawings of the modules: mermaid flowcharts of what the code imports when it runs. An arrow that follows from others is
// left out, so that a drawing is small enough to read.

import { allowedImports, isBenchmark, isTestCode, moduleOf, modules } from '../.tidy/boundaries.ts'
import { codeFiles, type Graph, importsOf, reachable, readRepository } from '../.tidy/sources.ts'

/** The modules of the repository. A dotted arrow is an import that only few files may have. */
export function moduleDiagram(): string {
  const nodes: readonly string[] = modules
  const graph = graphOf((path) => (nodes.includes(moduleOf(path)) ? moduleOf(path) : undefined))
  const isOpen = (from: string, to: string) => allowedImports[from]?.[to] === 'all'
  const open = filter(graph, isOpen)
  const few = filter(graph, (from, to) => !isOpen(from, to))
  return flowchart([...graph.keys()], [...arrows(withoutImplied(open), '-->'), ...arrows(few, '-.->')])
}

/** The folders of the simulator. */
export function simulatorDiagram(): string {
  const graph = graphOf((path) => /^simulator\/([^/]+)\//.exec(path)?.[1])
  return flowchart([...graph.keys()], arrows(withoutImplied(graph), '-->'))
}

/** The imports between nodes that are there when the program runs. */
function graphOf(nodeOf: (path: string) => string | undefined): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [path, text] of codeFiles(readRepository())) {
    const from = nodeOf(path)
    if (from === undefined || isTestCode(path) || isBenchmark(path)) continue
    const imported = graph.get(from) ?? new Set()
    graph.set(from, imported)
    for (const { of, typeOnly } of importsOf(path, text)) {
      const to = typeOnly ? undefined : nodeOf(of)
      if (to !== undefined && to !== from) imported.add(to)
    }
  }
  return graph
}

function filter(graph: Graph, isKept: (from: string, to: string) => boolean): Graph {
  return new Map([...graph].map(([from, tos]) => [from, new Set([...tos].filter((to) => isKept(from, to)))]))
}

function withoutImplied(graph: Graph): Graph {
  return filter(
    graph,
    (from, to) =>
      ![...(graph.get(from) ?? [])].some((other) => other !== to && reachable(graph, other).has(to)),
  )
}

function arrows(graph: Graph, arrow: string): string[] {
  return [...graph].flatMap(([from, tos]) =>
    [...tos].sort().map((to) => `${idOf(from)} ${arrow} ${idOf(to)}`),
  )
}

function flowchart(nodes: readonly string[], lines: readonly string[]): string {
  const labels = nodes.map((node) => `${idOf(node)}["${node}"]`)
  return ['```mermaid', 'flowchart TD', ...[...labels, ...lines].map((line) => `  ${line}`), '```', ''].join(
    '\n',
  )
}

/** Mermaid ids are words. */
function idOf(node: string): string {
  return node.replaceAll(/\W+/g, '_')
}
