// Prints how many tests passed, failed and were skipped, as one line, from the JSON reports of vitest. Ends with 1 when one
// failed, when a file could not be run, or when a report is missing or has no test.

import { readFileSync } from 'node:fs'

const counts = { passed: 0, failed: 0, skipped: 0 }
let isComplete = true
for (const path of process.argv.slice(2)) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read(path)
  // A file that breaks before its first test has no failed test to show for it.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  for (const { name } of broken) console.log(`${name} could not be run to its end.`)
  counts.passed += numPassedTests
  counts.failed += numFailedTests + broken.length
  counts.skipped += numPendingTests + numTodoTests
  if (numPassedTests === 0) isComplete = false
}
const { passed, failed, skipped } = counts
process.exitCode = passed > 0 && failed === 0 && isComplete ? 0 : 1
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    console.log('The tests left no report.')
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
  }
}
