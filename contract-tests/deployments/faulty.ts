// Every faulty deployment, noun by noun.

import { faultyPartialPayments } from './faulty/partial-payments.ts'
import type { FaultyDeployment } from './graded-deployment.ts'

export const faultyDeployments: readonly FaultyDeployment[] = [...faultyPartialPayments]
