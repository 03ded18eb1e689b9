// The packages that the bundle contains, by the modules that the bundler read: their licenses, and a list for scanners, which see
// only packages that are installed.

import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** The packages that modules are from, sorted by their paths. Throws if one of them has no text of its license. */
export function packagesOf(root, moduleIds) {
  const { packages: locked } = readJson(join(root, 'package-lock.json'))
  // It may be a link, and the bundler names some modules by where they really are.
  const installed = realpathSync(join(root, 'node_modules'))
  const directories = moduleIds.flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replace(/^\0/, ''))?.[0] ?? [],
  )
  return [...new Set(directories)].sort().map((directory) => {
    const manifest = readJson(join(directory, 'package.json'))
    const entry = locked[join('node_modules', relative(installed, realpathSync(directory)))]
    if (entry === undefined)
      throw new Error(`${manifest.name} is not where package-lock.json has it. Run npm ci.`)
    return { manifest, integrity: entry.integrity, licenseText: licenseText(directory, manifest) }
  })
}

/** The text of the file that the package has for it, else the section of its README, else the ISC license with the author. */
function licenseText(directory, { name, license, author }) {
  const textsOf = (pattern) =>
    readdirSync(directory)
      .filter((file) => pattern.test(file))
      .map((file) => readFileSync(join(directory, file), 'utf8'))
  const files = textsOf(/^(licen[cs]e|copying|notice)/i)
  if (files.length > 0) return files.join('\n').trim()
  const [section] = textsOf(/^readme/i).flatMap(
    (text) => /^#+ licen[cs]e\n+((?:(?!#).*\n?)+)/im.exec(text)?.[1] ?? [],
  )
  if (section !== undefined && /permission/i.test(section)) return section.trim()
  if (license === 'ISC') return iscLicense(author.name ?? author)
  throw new Error(`${name} has no text of its license. Add where it is in scripts/bundled-packages.mjs.`)
}

const iscLicense = (author) => `ISC License

Copyright (c) ${author}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that
the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES
OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR
ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS
ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`

/** The licenses of packages as one text. */
export function licenses(packages) {
  const sections = packages.map(
    ({ manifest: { name, version, license }, licenseText: text }) =>
      `${name} ${version} (${license})\n\n${text}\n`,
  )
  return ['The files of this folder contain the following packages.\n', ...sections].join(
    `\n${'-'.repeat(80)}\n\n`,
  )
}

/** A CycloneDX document of packages in a bundle. `opaque` are those that are bundles themselves: what they contain is not listed. */
export function billOfMaterials(bundle, packages, opaque) {
  const refs = packages.map(({ manifest }) => purl(manifest))
  const root = purl(bundle)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { ...component(bundle), type: 'application' },
    },
    components: packages.map(({ manifest, integrity }) => ({
      ...component(manifest),
      scope: 'required',
      hashes: [
        { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
      ],
    })),
    dependencies: [{ ref: root, dependsOn: refs }],
    compositions: [
      { aggregate: 'complete', assemblies: [root] },
      {
        aggregate: 'unknown',
        assemblies: packages
          .filter(({ manifest }) => opaque.includes(manifest.name))
          .map(({ manifest }) => purl(manifest)),
      },
    ],
  }
}

const purl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function component({ name, version, license, description }) {
  const [group, ownName] = name.startsWith('@') ? name.split('/') : [undefined, name]
  // A choice or a combination of licenses is an expression.
  const licensed = license.includes(' ')
    ? { expression: license.replace(/^\((.*)\)$/, '$1') }
    : { license: { id: license } }
  return {
    type: 'library',
    'bom-ref': purl({ name, version }),
    ...(group === undefined ? {} : { group }),
    ...{ name: ownName, version, description, licenses: [licensed], purl: purl({ name, version }) },
  }
}
