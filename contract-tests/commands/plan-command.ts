// `npm run plan`: measures the requests of every property and writes request-plan.json.

import { writeFileSync } from 'node:fs'
import { allProperties } from './all-claims.ts'
import { measuredPlan, planText } from './measure.ts'

writeFileSync('contract-tests/experiment/request-plan.json', planText(await measuredPlan(allProperties)))
