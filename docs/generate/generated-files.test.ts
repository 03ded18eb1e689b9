// Committed generated files are up to date, and every link in docs/ has a target.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatedFiles } from './generated-files.ts'

const files = generatedFiles()

describe('generated files', () => {
  it.each(Object.keys(files))('%s is up to date (npm run generate)', (path) => {
    expect(isStale(path, files[path] ?? '')).toBe(false)
  })

  it('that differ from the committed ones are detected', () => {
    for (const [path, text] of Object.entries(files)) expect(isStale(path, `${text} `)).toBe(true)
  })
})

function isStale(path: string, text: string): boolean {
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
}

describe('links in docs/', () => {
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md'))

  it.each(pages)('of %s have a target', (name) => {
    expect(brokenLinks(`docs/${name}`, readFileSync(`docs/${name}`, 'utf8'))).toEqual([])
  })

  it('without a target are detected', () => {
    const text =
      '[a](missing.md) [b](contract.md#missing) [c](contract.md#endpoints-4) [d](https://shop.example)'
    expect(brokenLinks('docs/page.md', text)).toEqual(['missing.md', 'contract.md#missing'])
  })
})

/** The relative links whose file or anchor does not exist. */
function brokenLinks(path: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => {
      if (/^[a-z]+:/.test(target)) return false
      const [file = '', fragment] = target.split('#')
      const linked = file === '' ? path : join(dirname(path), file)
      if (!existsSync(linked)) return true
      return fragment !== undefined && !readFileSync(linked, 'utf8').includes(`<a id="${fragment}"></a>`)
    })
}
