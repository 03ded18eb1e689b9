// Every operator, under one name for the tables of mutants.

export * from './handler-seam.ts'
export { absent, changeAt } from './json-path.ts'
export { byHand, refusing } from './mutation.ts'
export * from './operators/credentials.ts'
export * from './operators/delivery.ts'
export * from './operators/encryption.ts'
export * from './operators/refusal.ts'
export * from './operators/request.ts'
export * from './operators/response.ts'
export * from './world-seam.ts'
