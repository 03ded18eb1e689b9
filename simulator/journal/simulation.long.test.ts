// Faults that are planted before and below a store, each of which the simulation finds.

import { expect, it } from 'vitest'
import type { JournalStore } from './journal-store.ts'
import { SimulatedDirectory } from './test-support/simulated-storage.ts'
import { database, directory, firstWrong, type Setting } from './test-support/simulation.ts'

/** A store that does something else than another one. */
function changedStore(change: (store: JournalStore) => Partial<JournalStore>): Pick<Setting, 'storeOf'> {
  return {
    storeOf: (store) => {
      const changed = change(store)
      return new Proxy(store, {
        get: (_, name: keyof JournalStore) => {
          const value = changed[name] ?? store[name]
          return typeof value === 'function' ? value.bind(store) : value
        },
      })
    },
  }
}

const nothing = async (): Promise<void> => undefined
const withoutWaiting = changedStore((store) => ({
  append: async (...change) => void store.append(...change).catch(nothing),
}))

const planted: Readonly<Record<string, Setting>> = {
  'a response and a webhook leave before what they say is durable, in a directory': {
    ...directory,
    ...withoutWaiting,
  },
  'the same in a database': { ...database, ...withoutWaiting },
  'a new sandbox is not durable when its response leaves': {
    ...directory,
    ...changedStore((store) => ({
      replace: async (...change) => void store.replace(...change).catch(nothing),
    })),
  },
  'a write is not synced': {
    ...directory,
    storageOf: (random) => new SimulatedDirectory(random, { file: { sync: nothing } }),
  },
  'names of files are not synced': {
    ...directory,
    storageOf: (random) => new SimulatedDirectory(random, { disk: { sync: nothing } }),
  },
  'a write that failed is not cut': {
    ...directory,
    storageOf: (random) => new SimulatedDirectory(random, { file: { truncate: nothing } }),
  },
  'a process does not learn that it lost its journals': {
    ...database,
    ...changedStore((store) => ({ watch: ({ wanted }) => store.watch({ wanted, lost: () => undefined }) })),
  },
  'a process reads without asking whether it still has the journal': {
    ...database,
    ...changedStore(() => ({ confirm: () => undefined })),
  },
  'a journal is left to another process while its sandbox stays in memory': {
    ...database,
    ...changedStore((store) => ({
      watch: ({ lost }) => store.watch({ lost, wanted: (name) => void store.release(name).catch(nothing) }),
    })),
  },
  'a process deletes a journal that another one has': {
    ...database,
    ...changedStore((store) => ({ open: (name) => store.open(name).catch(() => undefined) })),
  },
}

it.each(Object.entries(planted))('%s', async (_, setting) => {
  const [seed] = await firstWrong(setting, [...Array(200).keys()])
  expect(seed).toBeDefined()
})
