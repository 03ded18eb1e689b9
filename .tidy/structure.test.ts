// Rules of the structure that no compiler checks: which module may import which, no import cycles, no unused exports, no
// ambient time or randomness in the simulator, and what each file has. Each rule is shown to fail on a small example.

import { describe, expect, it } from 'vitest'
import {
  allowedImports,
  isBenchmark,
  isTestCode,
  knowsJournalStores,
  moduleOf,
  modules,
  simulatorLayers,
  suiteLayers,
} from './boundaries.ts'
import {
  codeFiles,
  importsOf,
  loadedBy,
  readRepository,
  type Sources,
  withoutCommentsAndStrings,
} from './sources.ts'

/** Names each violation in the given sources. */
type Rule = (sources: Sources) => string[]

/** The files of the simulator that use the control client: embedding, and the commands that act on a server or on its data. */
const usesControlClient =
  /^simulator\/(embedding\/create-simulator|commands\/(snapshot-files|running-simulator|remote-\w+))\.ts$/

/** The only file of the simulator that the suite and the scenarios import. */
const internals = 'simulator/internals.ts'

function forbiddenImports(allowed: (path: string, of: string) => boolean, remedy: string): Rule {
  return (sources) =>
    [...sources].flatMap(([path, text]) =>
      importsOf(path, text)
        .filter(({ of }) => !allowed(path, of))
        .map(({ of }) => `${path} imports ${of}. ${remedy}`),
    )
}

const boundaries = forbiddenImports((path, of) => {
  const [from, to] = [moduleOf(path), moduleOf(of)]
  const known = allowedImports[from]
  if (known === undefined || from === to || !Object.hasOwn(allowedImports, to)) return true
  // Tests may compare modules; the simulator's tests and benchmarks act as a merchant.
  if (isTestCode(path) && from !== 'core' && from !== 'spec') return true
  if (from === 'simulator' && to === 'client')
    return isBenchmark(path) || (of === 'client/control-client.ts' && usesControlClient.test(path))
  if (to === 'simulator' && ['contract-tests', 'scenarios'].includes(from) && of !== internals) return false
  const through = known[to]
  return through === 'all' || (through?.includes(path) ?? false)
}, 'See the module boundaries in docs/contributing/architecture.md.')

const simulatorBoundaries = forbiddenImports(
  (path, of) => {
    const [, from = ''] = path.split('/')
    const [module, to = '', file] = of.split('/')
    const isListed = path.startsWith('simulator/') && simulatorLayers.includes(from) && !isTestCode(path)
    if (!isListed || module !== 'simulator' || file === undefined || from === to) return true
    return simulatorLayers.indexOf(to) < simulatorLayers.indexOf(from) && simulatorLayers.includes(to)
  },
  `Inside the simulator a folder imports only those before it: ${simulatorLayers.join(' <- ')}.`,
)

const storesStayOutside = forbiddenImports(
  (path, of) => isTestCode(path) || !of.startsWith('simulator/journal/') || knowsJournalStores.test(path),
  'The core knows entries, and not where they are kept.',
)

const suiteBoundaries = forbiddenImports(
  (path, of) => {
    const [module, from = '', file] = path.split('/')
    const [toModule, to = '', imported] = of.split('/')
    const isInside = module === 'contract-tests' && toModule === 'contract-tests' && file !== undefined
    if (!isInside || from === to || isTestCode(path)) return true
    if (imported === undefined || !suiteLayers.includes(from)) return false
    return suiteLayers.indexOf(to) < suiteLayers.indexOf(from)
  },
  `Inside the suite a folder imports only those before it: ${suiteLayers.join(' <- ')}.`,
)

const httpStaysOutside = forbiddenImports((path, of) => {
  const knowsHttp = /^simulator\/((server|pages|bench)\/|(simulator|plugin)\.ts$)/.test(path)
  return knowsHttp || isTestCode(path) || moduleOf(path) !== 'simulator' || !/^(hono$|@hono\/)/.test(of)
}, 'Only simulator/server, simulator/pages, simulator/plugin.ts and simulator/simulator.ts know HTTP.')

/** Packages and files that embedding must not load. The control document says what the table of control operations says. */
const notAtRunTime = [
  ...['fast-check', 'node-forge', 'crypto-js', 'commander', 'vitest'],
  'spec/control/operations.ts',
]
const lightAtRunTime: Rule = (sources) => {
  const loaded = loadedBy(sources, 'simulator/index.ts')
  return notAtRunTime.flatMap((name) => {
    const chain = loaded.get(name)
    return chain === undefined ? [] : [`${chain.join(' -> ')}. The simulator runs without ${name}.`]
  })
}

const noCycles: Rule = (sources) => {
  const cycles: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push(
        `${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}. Move what both need into a third file.`,
      )
      return
    }
    state.set(path, 'open')
    for (const { of } of importsOf(path, sources.get(path) ?? ''))
      if (sources.has(of)) visit(of, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of sources.keys()) visit(path, [])
  return cycles
}

/** Files whose exports are for users of the package, or for a tool that loads them by name. */
const entryPoints = new Set([
  'cli/main.ts',
  'simulator/index.ts',
  'simulator/embedding/vitest.ts',
  'client/index.ts',
  'contract-tests/index.ts',
  'scenarios/index.ts',
  'vitest.config.ts',
])
const exported = /^export (?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm
const noUnusedExports: Rule = (sources) => {
  const used = new Set<string>()
  for (const [path, text] of sources)
    for (const { of, names } of importsOf(path, text)) {
      for (const name of names) used.add(`${of} ${name}`)
      if (names.length === 0) used.add(`${of} *`)
    }
  return [...sources].flatMap(([path, text]) =>
    entryPoints.has(path) || used.has(`${path} *`)
      ? []
      : [...text.matchAll(exported)]
          .map(([, name = '']) => name)
          .filter((name) => !used.has(`${path} ${name}`))
          .map((name) => `${path} exports ${name}, which no file imports. Remove "export", or the code.`),
  )
}

/** Things that would make a run depend on when and where it happens, with the replacement and the files that may use it. */
const ambient: readonly [use: RegExp, replacement: string, allowed: RegExp][] = [
  [
    /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/,
    'Use world.now.',
    // The journal says when a line was really written.
    /^simulator\/journal\/directory-store\.ts$/,
  ],
  [
    /\bperformance\./,
    'Use world.now.',
    /^simulator\/(bench\/|sandbox\/running-clock|embedding\/wait-for-webhook|server\/listening)/,
  ],
  [/\bprocess\.hrtime\b/, 'Use world.now.', /^$/],
  [/\bMath\.random\b/, 'Use world.random.', /^$/],
  [/\brandomUUID\b|\bgetRandomValues\b|\brandomInt\b/, 'Use world.random.uuid().', /^$/],
  [
    /\bimport \{[^}]*\brandomBytes\b[^}]*\}|\bcrypto\.randomBytes\b/,
    'Use world.random.bytes().',
    /^simulator\/server\/access-control\.ts$/,
  ],
  [
    /\bset(Timeout|Interval)\(|\bAbortSignal\.timeout\b/,
    'Use the schedule.',
    /^simulator\/(bench\/|webhooks\/(receivers|http-transport)\.ts|server\/api\.ts|sandbox\/running-clock\.ts|embedding\/wait-for-webhook\.ts|server\/change-stream\.ts|pages\/browser\/)/,
  ],
  [
    /\bsetImmediate\(/,
    'Use the schedule.',
    /^simulator\/(sandbox\/turns|server\/routes|commands\/log-lines)\.ts$/,
  ],
]
const nothingAmbient: Rule = (sources) =>
  [...sources].flatMap(([path, text]) => {
    if (!path.startsWith('simulator/') || isTestCode(path)) return []
    const code = withoutCommentsAndStrings(text)
    return ambient.flatMap(([use, replacement, allowed]) => {
      const found = use.exec(code)
      return found === null || allowed.test(path) ? [] : [`${path} uses ${found[0]}. ${replacement}`]
    })
  })

const maxLines = 400
const smallFiles: Rule = (sources) =>
  [...sources].flatMap(([path, text]) => {
    const lines = text.split('\n').length - 1
    return lines <= maxLines ? [] : [`${path} has ${lines} lines. At most ${maxLines}: one idea per file.`]
  })

const openingComment: Rule = (sources) =>
  [...sources].flatMap(([path, text]) =>
    path.endsWith('.config.ts') || /^(#!.*\n)?\/\/ \S/.test(text)
      ? []
      : [`${path} has no opening comment. Say in one or two sentences what the file is for.`],
  )

const laterWords = new RegExp(
  `\\b(${['TO', 'FIX', 'XX'].map((half, at) => half + ['DO', 'ME', 'X'][at]).join('|')})\\b`,
)
const nothingLeftForLater: Rule = (sources) =>
  [...sources].flatMap(([path, text]) => {
    const found = laterWords.exec(text)
    return found === null ? [] : [`${path} says ${found[0]}. Do it now, or remove it.`]
  })

const sources = codeFiles(readRepository())
const comment = '// What the file is for.\n'

describe.each<[string, Rule, violations: [path: string, text: string][]]>([
  [
    'modules import each other within their boundaries',
    boundaries,
    [
      ['core/a.ts', "import { operations } from '../spec/operations.ts'\n"],
      ['spec/a.ts', "import { World } from '../simulator/world/world.ts'\n"],
      ['client/a.ts', "import type { World } from '../simulator/world/world.ts'\n"],
      ['client/a.ts', "import type { ControlHandler } from '../simulator/control/handler-types.ts'\n"],
      ['simulator/a.ts', "import { encryptRsa } from '../client/encryption.ts'\n"],
      ['simulator/a.ts', "import { controlClient } from '../client/control-client.ts'\n"],
      [
        'simulator/embedding/create-simulator.ts',
        "import { serviceClient } from '../../client/service-client.ts'\n",
      ],
      ['simulator/a.ts', "export { scenario } from '../scenarios/scenario.ts'\n"],
      ['contract-tests/a.ts', `import type { World } from '../${internals}'\n`],
      [
        'contract-tests/observe/in-process.ts',
        "import type { World } from '../../simulator/world/world.ts'\n",
      ],
      ['contract-tests/a.ts', "import { replay } from '../scenarios/replay.ts'\n"],
      ['scenarios/a.ts', "import {\n  engine,\n} from '../contract-tests/commands/verify.ts'\n"],
      ['cli/a.ts', "import { fuzz } from '../fuzz/fuzz.ts'\n"],
      ['scenarios/a.ts', "const later = () => import('../simulator/simulator.ts')\n"],
      ['simulator/a.ts', "import { fuzz } from '../fuzz/fuzz.ts'\n"],
      ['fuzz/a.ts', "import { scenarioOf } from '../scenarios/record/writing.ts'\n"],
    ],
  ],
  [
    'imports inside the simulator go one way',
    simulatorBoundaries,
    [
      ['simulator/world/a.ts', "import { complete } from '../resources/transactions.ts'\n"],
      ['simulator/time/a.ts', "import type { World } from '../world/world.ts'\n"],
      ['simulator/resources/a.ts', "import { serve } from '../server/serve.ts'\n"],
      ['simulator/resources/a.ts', "import { Outbox } from '../webhooks/outbox.ts'\n"],
      ['simulator/encryption/a.ts', "import type { World } from '../world/world.ts'\n"],
    ],
  ],
  [
    'the core does not know where journals are kept',
    storesStayOutside,
    [
      ['simulator/sandbox/a.ts', "import type { JournalStore } from '../journal/journal-store.ts'\n"],
      ['simulator/simulator.ts', "import { keepSandboxes } from './journal/kept-sandboxes.ts'\n"],
    ],
  ],
  [
    'imports inside the suite go one way',
    suiteBoundaries,
    [
      ['contract-tests/observe/a.ts', "import type { Context } from '../steps/context.ts'\n"],
      ['contract-tests/profile/a.ts', "import { mentions } from '../observe/deliveries.ts'\n"],
      ['contract-tests/permitted/a.ts', "import type { Violation } from '../observe/violation.ts'\n"],
      ['contract-tests/claims/carts/a.ts', "import { judge } from '../../judge/verdicts.ts'\n"],
      ['contract-tests/experiment/a.ts', "import { mutants } from '../altered/mutants/all.ts'\n"],
      ['contract-tests/judge/a.ts', "import { verify } from '../index.ts'\n"],
      ['contract-tests/new/a.ts', "import { verify } from '../commands/verify.ts'\n"],
    ],
  ],
  [
    'HTTP stays in few folders',
    httpStaysOutside,
    [
      ['simulator/resources/a.ts', "import type { Context } from 'hono'\n"],
      ['simulator/sandbox/a.ts', "import { serve } from '@hono/node-server'\n"],
      ['simulator/world/a.ts', "import { html } from 'hono/html'\n"],
    ],
  ],
  [
    'embedding loads no tool of the suite',
    lightAtRunTime,
    [
      ['simulator/index.ts', "import 'fast-check'\n"],
      ['simulator/index.ts', "import { AES } from 'crypto-js'\n"],
      ['simulator/index.ts', "import { controlOperations } from '../spec/control/operations.ts'\n"],
    ],
  ],
  [
    'nothing is exported without an importer',
    noUnusedExports,
    [
      ['spec/a.ts', 'export const unused = 1\n'],
      ['spec/a.ts', 'export interface Unused {}\n'],
      ['spec/a.ts', 'export async function unused() {}\n'],
    ],
  ],
  [
    'the simulator has no ambient time and no ambient randomness',
    nothingAmbient,
    [
      ['simulator/a.ts', 'const now = Date.now()\n'],
      ['simulator/a.ts', 'const now = new Date()\n'],
      ['simulator/a.ts', 'const now = performance.now()\n'],
      ['simulator/a.ts', 'const id = crypto.randomUUID()\n'],
      ['simulator/a.ts', 'const chance = Math.random()\n'],
      ['simulator/a.ts', "import { randomBytes } from 'node:crypto'\n"],
      ['simulator/world/a.ts', 'setTimeout(() => undefined, 1)\n'],
      ['simulator/webhooks/a.ts', 'setTimeout(() => undefined, 1)\n'],
      ['simulator/service/a.ts', 'setTimeout(() => undefined, 1)\n'],
      ['simulator/sandbox/a.ts', 'setImmediate(() => undefined)\n'],
      ['simulator/world/a.ts', 'const signal = AbortSignal.timeout(1)\n'],
    ],
  ],
  [
    'files are small',
    smallFiles,
    [
      ['simulator/a.ts', comment.repeat(maxLines + 1)],
      ['simulator/a.test.ts', comment.repeat(maxLines + 1)],
    ],
  ],
  [
    'every file starts with what it is for',
    openingComment,
    [
      ['spec/a.ts', 'const a = 1\n'],
      ['cli/main.ts', "#!/usr/bin/env node\nimport 'node:fs'\n"],
    ],
  ],
  [
    'nothing is left for later',
    nothingLeftForLater,
    [['spec/a.ts', `${comment}// ${'TO'}${'DO'}: all of it\n`]],
  ],
])('%s', (_, rule, violations) => {
  it('in this repository', () => {
    expect(rule(sources)).toEqual([])
  })

  it.each(violations)('would be noticed in %s (%#)', (path, text) => {
    expect(rule(new Map([[path, text]]))).toHaveLength(1)
  })
})

describe('imports form no cycle', () => {
  it('in this repository, types included', () => {
    expect(noCycles(sources)).toEqual([])
  })

  it.each([
    [
      'of two files',
      { 'spec/a.ts': "import { b } from './b.ts'\n", 'spec/b.ts': "import { a } from './a.ts'\n" },
    ],
    [
      'of three files, one import for types only',
      {
        'spec/a.ts': "import { b } from './b.ts'\n",
        'spec/b.ts': "export * from './c.ts'\n",
        'spec/c.ts': "import type { A } from './a.ts'\n",
      },
    ],
    ['of one file', { 'spec/a.ts': "import { a } from './a.ts'\n" }],
  ])('would be noticed %s', (_, files) => {
    expect(noCycles(new Map(Object.entries(files)))).toHaveLength(1)
  })
})

it('no import between modules is allowed in vain', () => {
  const isUsed = (from: string, to: string) =>
    [...sources].some(
      ([path, text]) => path.startsWith(from) && importsOf(path, text).some(({ of }) => moduleOf(of) === to),
    )
  const unused = Object.entries(allowedImports).flatMap(([from, allowed]) =>
    Object.entries(allowed).flatMap(([to, through]) =>
      (through === 'all' ? [`${from}/`] : through)
        .filter((path) => !isUsed(path, to))
        .map((path) => `${path} -> ${to}`),
    ),
  )
  expect(unused).toEqual([])
})

it('reads the files and imports that exist', () => {
  for (const module of modules)
    expect([...sources.keys()].some((path) => path.startsWith(`${module}/`))).toBe(true)
  expect([...loadedBy(sources, 'simulator/index.ts').keys()]).toContain('decimal.js')
  expect(importsOf('a/b.ts', "import { type A, b as c } from '../d.ts'\n")).toEqual([
    { of: 'd.ts', typeOnly: false, lazy: false, names: ['A', 'b'] },
  ])
})
