// The figures of docs/performance.json as a plot. A bar shows how far a figure is from its bound.

import { readFileSync } from 'node:fs'
import { boundText, type Figure, shown, verdict } from '../../simulator/bench/figure.ts'

/** The file that `npm run bench -- --peers --json docs/performance.json` writes. */
interface PerformanceReport {
  node: string
  processor: string
  figures: readonly Figure[]
}

/** Reads the report from the repository in the current directory. */
export function readPerformance(): PerformanceReport {
  return JSON.parse(readFileSync('docs/performance.json', 'utf8'))
}

const width = 900
const rowHeight = 26
const top = 34
/** Where the bound is, and the most that a bar is long: a figure ten times better or worse. */
const boundAt = 610
const longest = 110
const perTenfold = 250

/** The plot as SVG, in the colors of the reader's light or dark mode. */
export function performancePlot({ figures }: PerformanceReport): string {
  const bounded = figures.filter((figure) => figure.bound !== undefined && figure.value !== null)
  const height = top + bounded.length * rowHeight + 10
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Measured figures and their bounds">`,
    '<style>',
    'text{font:13px system-ui,sans-serif;fill:#1f2328}line{stroke:#59636e}.met{fill:#1a7f37}.missed{fill:#bc4c00}',
    '@media(prefers-color-scheme:dark){text{fill:#e6edf3}line{stroke:#9198a1}.met{fill:#3fb950}.missed{fill:#f0883e}}',
    '</style>',
    `<text x="${boundAt}" y="18" text-anchor="middle">← missed · bound · met →</text>`,
    `<line x1="${boundAt}" y1="26" x2="${boundAt}" y2="${height - 6}"/>`,
    ...bounded.flatMap((figure, index) => rowOf(figure, top + index * rowHeight)),
    '</svg>\n',
  ].join('\n')
}

function rowOf(figure: Figure, y: number): string[] {
  const { name, value, unit, bound } = figure
  if (value === null || bound === undefined) return []
  const factor = 'atLeast' in bound ? value / bound.atLeast : bound.atMost / value
  const length = Math.max(-longest, Math.min(longest, Math.log10(factor) * perTenfold))
  const x = Math.min(boundAt, boundAt + length)
  const label = escaped(`${name}, ${unit}`)
  return [
    `<text x="8" y="${y + 17}"${label.length > 70 ? ' textLength="480" lengthAdjust="spacingAndGlyphs"' : ''}>${label}</text>`,
    `<rect class="${verdict(figure)}" x="${x.toFixed(1)}" y="${y + 4}" width="${Math.abs(length).toFixed(1)}" height="17" rx="2"/>`,
    `<text x="${boundAt + longest + 20}" y="${y + 17}">${shown(value)} (${boundText(figure)})</text>`,
  ]
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
