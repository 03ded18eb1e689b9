// The shipped stories: all green in process, each with the transcript that is kept of it, and none leaning on a stand-in
// that its title does not name. Over HTTP and with varied stand-ins: stories.whole.test.ts.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openItems } from '../spec/open-items.ts'
import { simulatorInProcess } from './in-process.ts'
import { lintStory } from './lint.ts'
import { inputNames, inputsOf } from './people.ts'
import { replayStory } from './replay.ts'
import { storyFiles, transcriptFile } from './replay-run.ts'
import { firstDifference, transcriptOf } from './transcript.ts'

const files = storyFiles(['scenarios/stories'])

describe('the shipped stories', () => {
  it.each(files)('%s is green, with the transcript that is kept', async (file) => {
    const replay = await replayStory(file, {
      target: simulatorInProcess(),
      inputs: {},
      timeoutMilliseconds: 20_000,
    })
    expect(replay.reasons).toEqual([])
    expect(replay.verdict).toBe('pass')
    const kept = readFileSync(transcriptFile('scenarios/transcripts', file), 'utf8')
    const hint = `If the change is meant: npm run replay -- scenarios/stories --transcript scenarios/transcripts/`
    expect(firstDifference(kept, transcriptOf([replay])), hint).toBeUndefined()
  })

  it('are twenty at least, and there is no transcript of any other', () => {
    expect(files.length).toBeGreaterThanOrEqual(20)
    const kept = readdirSync('scenarios/transcripts').map((name) => name.replace('.txt', ''))
    expect(kept.sort()).toEqual(
      readdirSync('scenarios/stories')
        .map((name) => name.replace('.json', ''))
        .sort(),
    )
  })

  it('name in their titles every stand-in that they pin', () => {
    for (const file of files) {
      const { story } = lintStory(file)
      for (const id of Object.keys(story?.document['x-simulator']?.standIns ?? {})) {
        expect(story?.document.info.title, file).toContain(`stand-in ${id}`)
        expect(Object.keys(openItems)).toContain(id)
      }
    }
  })
})

describe('what was once found', () => {
  it.each(storyFiles(['scenarios/regressions']))('%s stays green', async (file) => {
    const target = simulatorInProcess()
    const replay = await replayStory(file, { target, inputs: {}, timeoutMilliseconds: 20_000 })
    expect(replay.reasons).toEqual([])
    expect(replay.verdict).toBe('pass')
  })
})

describe('parts/people.json', () => {
  const schemas: Record<string, { default: unknown }> = JSON.parse(
    readFileSync('scenarios/parts/people.json', 'utf8'),
  )

  it('gives by default what the simulator gives, for tools that know no other', async () => {
    const { people } = await simulatorInProcess().open(undefined)
    const given = inputsOf(people)
    for (const [name, schema] of Object.entries(schemas)) {
      expect(inputNames).toContain(name)
      if (name !== 'receiver') expect(schema.default, name).toEqual(Reflect.get(given, name))
    }
  })
})
