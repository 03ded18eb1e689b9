// The rules of the house that a compiler cannot hold: who may import whom, what no file of the simulator's world may use,
// and what every file has. Each rule is seen to fail on a small house that breaks it.

import { describe, expect, it } from 'vitest'
import { codeOf, importsOf, loadedBy, readSources, type Sources } from './test-support/sources.ts'

type Rule = (sources: Sources) => string[]

const isTest = (path: string) => path.endsWith('.test.ts') || /^simulator\/test(ing|-support)\//.test(path)
// What deployments must do is written like tests.
const isLong = (path: string) => isTest(path) || path.startsWith('contract-tests/properties/')
const roomOf = (path: string) => path.split('/')[0] ?? ''

/** Names each import of a file of the house that is not allowed. */
function imports(allowed: (path: string, of: string) => boolean, remedy: string): Rule {
  return (sources) =>
    [...sources].flatMap(([path, text]) =>
      importsOf(path, text)
        .filter(({ of }) => !allowed(path, of))
        .map(({ of }) => `${path} imports ${of}. ${remedy}`),
    )
}

/** The files through which a room knows another. */
const doors: Record<string, { to: string; through: string[] }[]> = {
  'contract-tests': [{ to: 'simulator', through: ['contract-tests/in-process.ts'] }],
  scenarios: [
    { to: 'simulator', through: ['scenarios/in-process.ts'] },
    {
      to: 'contract-tests',
      through: [
        'contract-tests/target.ts',
        'contract-tests/client.ts',
        'contract-tests/encrypt.ts',
        'contract-tests/transcript.ts',
      ],
    },
  ],
}

const betweenRooms = imports((path, of) => {
  const [from, to] = [roomOf(path), roomOf(of)]
  if (!of.endsWith('.ts') || from === to || to === 'core' || !path.includes('/')) return true
  // A test may hold one room to another.
  if (isTest(path) && from !== 'spec' && from !== 'simulator') return true
  if (to === 'spec') return from !== 'spec'
  return (
    doors[from]?.some(
      (door) => door.to === to && (door.through.includes(path) || door.through.includes(of)),
    ) ?? false
  )
}, 'Rooms know each other through their boundaries only: see the map of rooms, and move what is needed.')

/** Rooms inside the simulator, and those of the others that each may know. Files beside them may know all. */
const inside: Record<string, readonly string[]> = {
  time: [],
  encryption: [],
  storage: [],
  world: ['time', 'storage'],
  resources: ['world', 'time', 'encryption'],
  webhooks: ['world', 'time'],
}
const betweenSimulatorRooms = imports((path, of) => {
  const [, from = ''] = path.split('/')
  const [house, to = '', file] = of.split('/')
  const known = inside[from]
  if (known === undefined || isTest(path) || house !== 'simulator' || file === undefined || from === to)
    return true
  return known.includes(to)
}, 'Inside the simulator it goes resources -> world -> time: give what is needed as an argument.')

const onlyTheseKnowHono = imports((path, of) => {
  const knows = /^simulator\/(http|pages|control|bench)\/|^simulator\/simulator\.ts$/.test(path)
  return knows || roomOf(path) !== 'simulator' || !(of === 'hono' || of.startsWith('@hono/'))
}, 'Only simulator/http, pages, control and simulator.ts know HTTP: take texts and give texts.')

/** Packages that would make every start slower, or belong to clients. */
const notAtRunTime = [
  'zod',
  '@anatine/zod-openapi',
  'fast-check',
  'node-forge',
  'crypto-js',
  'commander',
  'vitest',
]
const lightAtRunTime: Rule = (sources) => {
  const loaded = loadedBy(sources, 'simulator/index.ts')
  return notAtRunTime.flatMap((name) => {
    const way = loaded.get(name)
    return way === undefined
      ? []
      : [`${way.join(' -> ')}. The simulator runs without ${name}: import a type, or what the document says.`]
  })
}

/** What makes a run depend on when and where it runs, with what stands in for it. */
const ambient: readonly [use: RegExp, replacement: string, allowed: RegExp][] = [
  [/\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/, 'Ask the world for its instant: world.now.', /^$/],
  [
    /\bperformance\./,
    'Ask the world for its instant: world.now.',
    /^simulator\/(bench\/|sandbox\/running-clock)/,
  ],
  [/\bprocess\.hrtime\b/, 'Ask the world for its instant: world.now.', /^$/],
  [/\bMath\.random\b/, 'Draw from the world: world.random.', /^$/],
  [/\brandomUUID\b|\bgetRandomValues\b|\brandomInt\b/, 'Draw from the world: world.random.uuid().', /^$/],
  [
    /\bimport \{[^}]*\brandomBytes\b[^}]*\}|\bcrypto\.randomBytes\b/,
    'Draw from the world: world.random.bytes().',
    /^$/,
  ],
  [
    /\bset(Timeout|Interval)\(|\bAbortSignal\.timeout\b/,
    'Put it on the schedule: world.schedule().',
    /^simulator\/(bench|webhooks)\/|^simulator\/sandbox\/running-clock|^simulator\/http\/service\.ts$/,
  ],
  [
    /\bsetImmediate\(/,
    'Put it on the schedule: world.schedule().',
    /^simulator\/(sandbox\/advance|sandbox\/sandbox|webhooks\/outbox)\.ts$/,
  ],
]
const nothingAmbient: Rule = (sources) =>
  [...sources].flatMap(([path, text]) => {
    if (!path.startsWith('simulator/') || isTest(path)) return []
    const code = codeOf(text)
    return ambient.flatMap(([use, replacement, allowed]) => {
      const used = use.exec(code)
      return used === null || allowed.test(path) ? [] : [`${path} uses ${used[0]}. ${replacement}`]
    })
  })

const maxLines = { source: 330, test: 400 }
const small: Rule = (sources) =>
  [...sources].flatMap(([path, text]) => {
    const lines = text.split('\n').length - 1
    const max = isLong(path) ? maxLines.test : maxLines.source
    return lines <= max ? [] : [`${path} has ${lines} lines. At most ${max}: one idea each, so divide it.`]
  })

const opened: Rule = (sources) =>
  [...sources].flatMap(([path, text]) =>
    path.endsWith('.config.ts') || /^(#!.*\n)?\/\/ \S/.test(text)
      ? []
      : [`${path} opens without a comment. Say in a sentence or two what lives here, and what does not.`],
  )

const laterWords = new RegExp(
  `\\b(${['TO', 'FIX', 'XX'].map((half, at) => half + ['DO', 'ME', 'X'][at]).join('|')})\\b`,
)
const nothingLeftForLater: Rule = (sources) =>
  [...sources].flatMap(([path, text]) => {
    const found = laterWords.exec(text)
    return found === null ? [] : [`${path} says ${found[0]}. Do it now, or leave the word out.`]
  })

const sources = readSources()
const comment = '// What lives here.\n'

describe.each<[string, Rule, broken: [path: string, text: string][]]>([
  [
    'rooms know each other through their boundaries',
    betweenRooms,
    [
      ['spec/a.ts', "import { World } from './world/world.ts'\n"],
      ['simulator/a.ts', "import { encrypt } from '../contract-tests/encrypt.ts'\n"],
      ['simulator/a.ts', "export { scenario } from '../scenarios/scenario.ts'\n"],
      ['contract-tests/a.ts', "import type { World } from './world/world.ts'\n"],
      ['contract-tests/a.ts', "import { replay } from '../scenarios/replay.ts'\n"],
      ['scenarios/a.ts', "import {\n  engine,\n} from '../contract-tests/engine.ts'\n"],
      ['scenarios/a.ts', "const later = () => import('./simulator.ts')\n"],
    ],
  ],
  [
    'inside the simulator it goes one way',
    betweenSimulatorRooms,
    [
      ['simulator/world/a.ts', "import { complete } from '../resources/transactions.ts'\n"],
      ['simulator/time/a.ts', "import type { World } from '../world/world.ts'\n"],
      ['simulator/resources/a.ts', "import { serve } from '../http/serve.ts'\n"],
      ['simulator/webhooks/a.ts', "import { complete } from '../resources/transactions.ts'\n"],
      ['simulator/encryption/a.ts', "import type { World } from '../world/world.ts'\n"],
    ],
  ],
  [
    'few know HTTP',
    onlyTheseKnowHono,
    [
      ['simulator/resources/a.ts', "import type { Context } from 'hono'\n"],
      ['simulator/sandbox.ts', "import { serve } from '@hono/node-server'\n"],
      ['simulator/world/a.ts', "import { html } from 'hono/html'\n"],
    ],
  ],
  [
    'the simulator runs without the tools of its authors',
    lightAtRunTime,
    [
      ['simulator/index.ts', "import { z } from 'zod'\n"],
      // An import of types inside braces stays an import.
      ['simulator/index.ts', "import { type OpenApiZodAny } from '@anatine/zod-openapi'\n"],
      ['simulator/index.ts', "import 'fast-check'\n"],
    ],
  ],
  [
    'no ambient time and no ambient chance',
    nothingAmbient,
    [
      ['simulator/a.ts', 'const now = Date.now()\n'],
      ['simulator/a.ts', 'const now = new Date()\n'],
      ['simulator/a.ts', 'const now = performance.now()\n'],
      ['simulator/a.ts', 'const id = crypto.randomUUID()\n'],
      ['simulator/a.ts', 'const chance = Math.random()\n'],
      ['simulator/a.ts', "import { randomBytes } from 'node:crypto'\n"],
      ['simulator/world/a.ts', 'setTimeout(() => undefined, 1)\n'],
      ['simulator/http/serve.ts', 'setInterval(() => undefined, 1)\n'],
      ['simulator/world/a.ts', 'setImmediate(() => undefined)\n'],
      ['simulator/world/a.ts', 'const signal = AbortSignal.timeout(1)\n'],
    ],
  ],
  [
    'files are small',
    small,
    [
      ['spec/a.ts', comment.repeat(maxLines.source + 1)],
      ['spec/a.test.ts', comment.repeat(maxLines.test + 1)],
    ],
  ],
  [
    'every file opens with what lives in it',
    opened,
    [
      ['spec/a.ts', 'export const a = 1\n'],
      ['cli.ts', "#!/usr/bin/env node\nimport 'node:fs'\n"],
    ],
  ],
  [
    'nothing is left for later',
    nothingLeftForLater,
    [['spec/a.ts', `${comment}// ${'TO'}${'DO'}: all of it\n`]],
  ],
])('%s', (_, rule, broken) => {
  it('holds', () => {
    expect(rule(sources)).toEqual([])
  })

  it.each(broken)('would be noticed in %s (%#)', (path, text) => {
    expect(rule(new Map([[path, text]]))).toHaveLength(1)
  })
})

it('reads the house that is there', () => {
  expect(sources.size).toBeGreaterThan(150)
  expect([...loadedBy(sources, 'simulator/index.ts').keys()]).toContain('decimal.js')
  expect(importsOf('simulator/time/windows.ts', sources.get('simulator/time/windows.ts') ?? '')).toEqual([
    { of: 'spec/limits.ts', typeOnly: false, lazy: false },
    { of: 'simulator/time/instants.ts', typeOnly: false, lazy: false },
  ])
})
