// The documents of this repository as data: their text, fenced blocks, links, headings and code fragments.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = new URL('../', import.meta.url)

/** A document of people: its path from the root, such as `docs/reference/cli.md`, and its text. */
interface Document {
  path: string
  text: string
}

/** Every Markdown file at the root and below docs/. */
export function readDocuments(): Document[] {
  const below = (folder: string) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}${name}`)
  const folders = ['guide', 'reference', 'contributing', 'contributing/decisions']
  return [
    ...below('./').map((path) => path.slice(2)),
    ...folders.flatMap((folder) => below(`docs/${folder}/`)),
  ].map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))
}

/** A fenced block, such as ```json target.json. */
export interface Block {
  language: string
  /** The rest of the line after the language, such as the name of a file. */
  info: string
  body: string
}

const fence = /^```(\S+)[ ]?(.*)\n([\s\S]*?)^```$/gm

/** The fenced blocks of a text, in order. */
export function blocksOf(text: string): Block[] {
  return [...text.matchAll(fence)].map(([, language = '', info = '', body = '']) => ({
    language,
    info,
    body,
  }))
}

/** The text with each block's body replaced by what the function returns for it. */
export function withBlocks(text: string, body: (block: Block, index: number) => string): string {
  let index = 0
  return text.replace(fence, (_, language: string, info: string, old: string) => {
    const replaced = body({ language, info, body: old }, index)
    index += 1
    return `\`\`\`${[language, info].filter(Boolean).join(' ')}\n${replaced}\`\`\``
  })
}

/** A command of a ```console block, which starts with `$ ` and continues on indented lines, and what it prints. */
export interface Command {
  line: string
  /** The text to run. */
  text: string
  output: string
}

/** The commands of a ```console block. */
export function commandsOf(body: string): Command[] {
  return [...body.matchAll(/^(\$ (.*(?:\n(?: {2,}|\}).*)*))\n?((?:(?!\$ ).*\n)*)/gm)].map(
    ([, line = '', text = '', output = '']) => ({ line, text, output: output.trimEnd() }),
  )
}

/** Commands and code names of a text: the lines of its shell blocks, and its inline code. */
export function fragmentsOf(text: string): string[] {
  const shell = blocksOf(text).flatMap(({ language, body }) => {
    if (language === 'console') return commandsOf(body).map((command) => command.text)
    return ['sh', 'yaml'].includes(language) ? body.split('\n') : []
  })
  const inline = [...text.replace(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...shell, ...inline]
}

/** Relative links of a text: path and anchor, either of which may be empty. */
export function linksOf(text: string): { path: string; anchor: string }[] {
  return [...text.replace(fence, '').matchAll(/\]\(([^)\s:#]*)(?:#([^)\s]+))?\)/g)].map(
    ([, path = '', anchor = '']) => ({ path, anchor }),
  )
}

/** The anchors of a text: those of its headings, as GitHub forms them, and those that it sets. */
export function anchorsOf(text: string): string[] {
  const prose = text.replace(fence, '')
  const headings = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...prose.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)]
}

export function exists(path: string): boolean {
  return existsSync(fileURLToPath(new URL(path, root)))
}
