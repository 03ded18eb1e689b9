// The files of a report: report.json, junit.xml, report.html, and a story for each failure that can be told as one.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Expectation } from '../breach.ts'
import { Misuse } from '../misuse.ts'
import type { Target } from '../target.ts'
import type { Step } from '../transcript.ts'
import type { FoundFailure } from '../verdicts.ts'
import { htmlReport } from './html.ts'
import { junitReport } from './junit.ts'
import type { Failure, Report } from './report.ts'

/** What a story of a failure is written from. */
export interface ToldFailure
  extends Pick<Failure, 'requirement' | 'section' | 'statement' | 'lawful' | 'came' | 'reproduce'> {
  place?: string | undefined
  expects?: Expectation | undefined
  steps: readonly Step[]
  target: Target
}

/** Writes a failure as a story into a file; where that cannot be, writes nothing and gives the reason. */
export type StoryWriter = (failure: ToldFailure, file: string) => string | undefined

/** Writes everything into a directory. Failures that have a story now name it. Throws a Misuse where that cannot be. */
export function writeReports(
  directory: string,
  report: Report,
  found: readonly FoundFailure[],
  target: Target,
  story: StoryWriter | undefined,
): void {
  try {
    mkdirSync(directory, { recursive: true })
    if (story !== undefined && found.length > 0) writeStories(directory, found, target, story)
    writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
    writeFileSync(join(directory, 'junit.xml'), junitReport(report))
    writeFileSync(join(directory, 'report.html'), htmlReport(report))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new Misuse(
      `The reports cannot be written to ${directory}.`,
      `${error.message}.`,
      'Give a directory that can be written.',
    )
  }
}

function writeStories(
  directory: string,
  found: readonly FoundFailure[],
  target: Target,
  story: StoryWriter,
): void {
  const stories = join(directory, 'stories')
  mkdirSync(stories, { recursive: true })
  const names = new Map<string, number>()
  for (const { failure, breach } of found) {
    const { expects, transcript: steps } = breach
    const count = (names.get(failure.requirement) ?? 0) + 1
    const name = `${failure.requirement}${count === 1 ? '' : `-${count}`}.json`
    if (story({ ...failure, expects, steps, target }, join(stories, name)) !== undefined) continue
    names.set(failure.requirement, count)
    failure.story = join('stories', name)
  }
}
