// The modules, and which of them may import which. The check of the structure and the drawings of the modules read this list.

/** The modules, from those that everything imports to those that nothing imports. */
export const modules = [
  'core',
  'spec',
  'client',
  'simulator',
  'contract-tests',
  'scenarios',
  'cli',
  'fuzz',
] as const

/** Which modules each module may import, and through which files where not all of it is open. */
export const allowedImports: Readonly<Record<string, Readonly<Record<string, 'all' | readonly string[]>>>> = {
  core: {},
  spec: { core: 'all' },
  client: { core: 'all', spec: 'all' },
  simulator: { core: 'all', spec: 'all' },
  'contract-tests': {
    core: 'all',
    spec: 'all',
    client: 'all',
    simulator: ['contract-tests/observe/in-process.ts'],
  },
  scenarios: { core: 'all', spec: 'all', client: 'all', simulator: ['scenarios/in-process.ts'] },
  cli: { core: 'all', spec: 'all', simulator: 'all', 'contract-tests': 'all', scenarios: 'all' },
  fuzz: { core: 'all', spec: 'all', client: 'all', simulator: 'all' },
}

/** The folders of the simulator, from the ground up: each imports only those before it. Those that are not listed may import all. */
export const simulatorLayers: readonly string[] = [
  ...['time', 'encryption', 'world', 'resources', 'webhooks', 'options', 'sandbox', 'service', 'control'],
  ...['pages', 'server'],
]
/** The only files that may import where journals are kept. */
export const knowsJournalStores = /^simulator\/(journal\/|commands\/open-data\.ts$)/
/** The folders of the suite, from what everything may import to what nothing imports: each imports only those before it. */
export const suiteLayers: readonly string[] = [
  ...['permitted', 'profile', 'observe', 'histories', 'invariants', 'explain', 'situations', 'steps'],
  ...['preflight', 'experiment', 'claims', 'judge', 'report', 'commands', 'altered'],
]
export const moduleOf = (path: string) => path.split('/')[0] ?? ''
export const isTestCode = (path: string) => /\.test\.ts$|\/test-support\//.test(path)
export const isBenchmark = (path: string) => path.startsWith('simulator/bench/')
