// Prints how many tests passed, failed and were skipped, as one line, from the JSON report of vitest. Ends with 1 when
// one failed, when a file could not be run, or when there was no test at all.

import { readFileSync } from 'node:fs'

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    console.log('The tests left no report.')
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
  }
}

const report = read(process.argv[2])
// A file that breaks before its first test has no failed test to show for it.
const broken = report.testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
)
for (const { name } of broken) console.log(`${name} could not be run to its end.`)
const passed = report.numPassedTests
const failed = report.numFailedTests + broken.length
const skipped = report.numPendingTests + report.numTodoTests
process.exitCode = passed > 0 && failed === 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
