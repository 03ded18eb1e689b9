// The output that GitHub Actions reads: annotations on standard output, and the summary of the job.

import { appendFile } from 'node:fs/promises'
import { errorMessage } from './errors.ts'
import { printable } from './terminal-text.ts'

/** A message that GitHub shows at a file of the repository, or with the job. */
export interface Annotation {
  level: 'error' | 'warning'
  title: string
  message: string
  file?: string
  line?: number
  column?: number
}

interface GithubReport {
  annotations: readonly Annotation[]
  /** Markdown. */
  summary: string
}

/** Writes what GitHub Actions reads, if the environment is one of its jobs. A summary that cannot be written is only reported. */
export async function writeGithubReport(
  { annotations, summary }: GithubReport,
  { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY }: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<void> {
  if (GITHUB_ACTIONS !== 'true') return
  for (const annotation of annotations) print(annotationLine(annotation))
  if (GITHUB_STEP_SUMMARY === undefined || GITHUB_STEP_SUMMARY === '') return
  await appendFile(GITHUB_STEP_SUMMARY, `${summary}\n`).catch((error: unknown) =>
    print(
      annotationLine({
        level: 'warning',
        title: 'paytwin',
        message: `Cannot write the summary: ${errorMessage(error)}.`,
      }),
    ),
  )
}

function annotationLine({ level, message, ...properties }: Annotation): string {
  const { file, line, column: col, title } = properties
  const words = Object.entries({ file, line, col, title }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapedProperty(String(value))}`],
  )
  return `::${level} ${words.join(',')}::${escapedData(message)}`
}

function escapedData(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

const maxRows = 100
const maxCell = 600

/** A table in Markdown whose cells are texts, whatever they contain. Without rows, nothing. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rest = rows.length - maxRows
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows.slice(0, maxRows).map((cells) => line(cells.map(markdownText))),
    ...(rest > 0 ? ['', `… and ${rest} more`] : []),
  ]
}

/** A text that Markdown shows as it is. */
export function markdownText(text: string): string {
  return printable(text.slice(0, maxCell))
    .replace(/[&<>|\\`*_~[\]#$:@!]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\r?\n/g, '<br>')
}
