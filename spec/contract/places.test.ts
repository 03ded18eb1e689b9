// Reading the structure of a contract. The contract here is made up.

import { expect, it } from 'vitest'
import { indexContract, phraseHashes, separatePhrases } from './places.ts'

const contract = `# Title

All of it is here. Times are \`a. b\`.

## Endpoints

Conventions:

- Names are exact. So are words.

Whatever else: not shown.

### 1. GET /things?of={owner}

Optional. Headers: \`Authorization\` (required). Body:

| Field | Type |
|---|---|
| id, name | string |

Response: \`{ ok }\`. One of many.

### 2. POST /other

Request fields: id (string, required), items (array). It acts.

## Events

1. **Title.** It happens. Twice.
2. Never.

## Limits

| Limit | Value |
|---|---|
| length | 7 |
`

const placesOf = (text: string) =>
  Object.entries(indexContract(text).places).flatMap(([section, places]) =>
    Object.keys(places).map((place) => `${section}: ${place}`),
  )

it('lists sentences, bullets, rows and labeled parts by section', () => {
  expect(placesOf(contract)).toEqual([
    'Preamble: sentence 1',
    'Preamble: sentence 2',
    'Endpoints, shared conventions: bullet 1',
    'Endpoints, shared conventions: bullet 1 sentence 1',
    'Endpoints, shared conventions: bullet 1 sentence 2',
    'Endpoints, shared conventions: sentence 1',
    'Endpoints, 1: query',
    'Endpoints, 1: sentence 1',
    'Endpoints, 1: headers',
    'Endpoints, 1: row id',
    'Endpoints, 1: row name',
    'Endpoints, 1: response',
    'Endpoints, 1: sentence 2',
    'Endpoints, 2: row id',
    'Endpoints, 2: row items',
    'Endpoints, 2: sentence 1',
    'Events, 1: sentence 1',
    'Events, 1: sentence 2',
    'Events, 2: sentence 1',
    'Limits: row 1',
  ])
  expect(indexContract(contract).open).toEqual(['Endpoints, shared conventions: sentence 1'])
})

it('changes the hash of the place whose text changes, and of no other', () => {
  const hashes = (text: string) => Object.values(indexContract(text).places).flatMap(Object.entries)
  const changed = hashes(contract.replace('It acts.', 'It reacts.'))
  const differing = hashes(contract).filter(([, hash], at) => hash !== changed[at]?.[1])
  expect(differing.map(([place]) => place)).toEqual(['sentence 1'])
})

it('finds eight words of the contract in a row, whatever their punctuation', () => {
  const phrases = separatePhrases(indexContract(contract))
  const isCopied = (text: string) => phraseHashes(text).some((hash) => phrases.has(hash))
  expect(isCopied('Note: all of it is HERE; times are a, b.')).toBe(true)
  expect(isCopied('All of it is here. Times are c.')).toBe(false)
})
