// Biome measures functions: 50 lines, a cognitive complexity of 15. Its configuration lists the files with longer ones.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

describe('functions are short and simple', () => {
  const overridden = z
    .object({ overrides: z.array(z.object({ includes: z.array(z.string()) }).passthrough()) })
    .passthrough()
  const configuration = overridden.parse(JSON.parse(readFileSync('biome.json', 'utf8')))
  const exceptions = configuration.overrides.at(-1)?.includes ?? []

  it('but for a list that only becomes shorter', () => {
    expect(exceptions.length).toBeLessThanOrEqual(9)
  })

  it('and no file is on the list in vain', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paytwin-biome-'))
    const measured = { ...configuration, overrides: configuration.overrides.slice(0, -1), vcs: undefined }
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(measured))
    const options = [`--config-path=${folder}`, '--reporter=json', '--max-diagnostics=none']
    const { stdout } = spawnSync('npx', ['biome', 'lint', ...options, ...exceptions], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(exceptions.filter((path) => !stdout.includes(`"path":"${path}"`))).toEqual([])
  })
})
