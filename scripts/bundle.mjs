// Bundles what is published into dist/: a program and modules that need no other package at run time, their types, and the
// licenses of the packages that they contain. The code is not minified, so that stack traces can be read.

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { billOfMaterials, licenses, packagesOf } from './bundled-packages.mjs'

const root = dirname(import.meta.dirname)
const build = join(root, 'build')
const dist = join(root, 'dist')

/** What is imported by name. None may wait at its top level, because Node requires only modules that do not. */
const modules = {
  index: 'simulator/index',
  client: 'client/index',
  verify: 'contract-tests/index',
  replay: 'scenarios/index',
  vitest: 'simulator/embedding/vitest',
}
/** Packages with files that the build copies. */
const copiedPackages = ['swagger-ui-dist']
/** Imported from the project that uses the package. */
const external = ['vitest']

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { files: published } = manifest

/** Writes dist/, unless it is newer than everything that it is made of. */
export async function bundle() {
  const stamp = join(dist, 'THIRD-PARTY.txt')
  const sources = [
    ...listed(build),
    'package-lock.json',
    ...['bundle', 'bundled-packages', 'launcher'].map((name) => `scripts/${name}.mjs`),
    'package.json',
  ].map((path) => join(root, path))
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs))
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newest) return
  const { index, client } = modules
  const written = [
    ...(await write({ ...modules, program: 'cli/main' }, 'es', '.js')),
    // Jest requires no ECMAScript modules before Node 24.9.
    ...(await write({ index, client }, 'cjs', '.cjs')),
  ]
  const kept = new Set(written.map(({ fileName }) => fileName))
  for (const name of readdirSync(dist))
    if (!kept.has(name) && !assets.has(name)) rmSync(join(dist, name), { recursive: true })
  writeTypes()
  cpSync(join(root, 'scripts/launcher.mjs'), join(dist, 'cli.js'))
  chmodSync(join(dist, 'cli.js'), 0o755)
  const packages = packagesOf(root, [
    ...written.flatMap(({ moduleIds = [] }) => moduleIds),
    ...copiedPackages.map((name) => join(root, 'node_modules', name, 'package.json')),
  ])
  const materials = billOfMaterials(manifest, packages, copiedPackages)
  writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(materials, null, 2)}\n`)
  writeFileSync(stamp, licenses(packages))
}

function listed(directory) {
  return readdirSync(directory, { recursive: true })
    .filter((path) => /\.(js|json|css)$/.test(path))
    .map((path) => join(relative(root, directory), path))
}

async function write(entries, format, extension) {
  const bundled = await rolldown({
    cwd: root,
    platform: 'node',
    input: Object.fromEntries(
      Object.entries(entries).map(([name, path]) => [name, join(build, `${path}.js`)]),
    ),
    // Modules before UMD, whose calls of `require` cannot be followed.
    // Packages that require zod get the module that others import.
    resolve: { mainFields: ['module', 'main'], alias: { zod: join(root, 'node_modules/zod/index.js') } },
    external,
    plugins: [fileUrls],
  })
  const { output } = await bundled.write({
    dir: dist,
    format,
    comments: false,
    entryFileNames: `[name]${extension}`,
    chunkFileNames: `[name]-[hash]${extension}`,
  })
  await bundled.close()
  return output
}

/** The folders of dist/ with files that the code reads. */
const assets = new Set()

/**
 * Files that modules find by their own URL are found from dist/: published ones at their path in the package, others in a copy.
 */
const fileUrls = {
  name: 'file-urls',
  transform(code, id) {
    if (!id.startsWith(build)) return undefined
    return code.replace(/new URL\('([^']+)', import\.meta\.url\)/g, (_, path) => {
      const file = relative(build, join(dirname(id), path))
      if (published.some((one) => file === one || file.startsWith(`${one}/`)))
        return `new URL('../${file}', import.meta.url)`
      const [folder] = file.split('/')
      // What an earlier build has left there is not published.
      if (!assets.has(folder)) rmSync(join(dist, folder), { recursive: true, force: true })
      assets.add(folder)
      cpSync(join(build, file), join(dist, file), { recursive: true })
      return `new URL('./${file}', import.meta.url)`
    })
  },
}

/** Packages whose declarations are copied, so that no package is needed, and where these begin. */
const declared = { zod: 'zod/index.js', hono: 'hono/dist/types/index.js' }

/** Copies the declarations of the entries and of what they import. */
function writeTypes() {
  const copied = new Set()
  const copy = (path) => {
    if (copied.has(path)) return
    copied.add(path)
    const from = Object.hasOwn(declared, path.split('/')[0]) ? join(root, 'node_modules') : build
    const text = readFileSync(join(from, path), 'utf8').replace(
      /(from |import\()(['"])(zod|hono)\2/g,
      (_, before, quote, name) => {
        const place = relative(dirname(path), declared[name])
        return `${before}${quote}${place.startsWith('.') ? place : `./${place}`}${quote}`
      },
    )
    const target = join(dist, 'types', path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
    for (const [, name] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g))
      copy(join(dirname(path), name).replace(/\.[jt]s$/, '.d.ts'))
  }
  for (const entry of Object.values(modules)) copy(`${entry}.d.ts`)
}
