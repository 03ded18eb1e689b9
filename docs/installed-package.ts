// The package as a project installs it: packed, and installed from the archive in an empty directory.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './documents.ts'

export class InstalledPackage {
  readonly directory = mkdtempSync(join(tmpdir(), 'paytwin-project-'))
  /** The paths of the files in the archive. */
  readonly files: readonly string[]

  constructor() {
    // Without its scripts, which would build again while other tests run the program.
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', this.directory]
    const [{ filename, files }]: [{ filename: string; files: { path: string }[] }] = JSON.parse(
      execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )
    this.files = files.map(({ path }) => path)
    writeFileSync(join(this.directory, 'package.json'), '{ "name": "shop", "private": true }')
    const install = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', [...install, `./${filename}`], { cwd: this.directory, stdio: 'ignore' })
  }

  /** The folder of the package. */
  get installed(): string {
    return join(this.directory, 'node_modules', 'paytwin')
  }

  /** Adds packages of this repository to the project. */
  link(...names: string[]): void {
    for (const name of names)
      symlinkSync(
        fileURLToPath(new URL(`node_modules/${name}`, root)),
        join(this.directory, 'node_modules', name),
      )
  }

  remove(): void {
    rmSync(this.directory, { recursive: true })
  }
}
