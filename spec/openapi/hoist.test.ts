// Hoisting, on a small schema of its own: what moves to the components, and what stays where it is.

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { component } from '../primitives.ts'
import { createHoist } from './hoist.ts'

const Name = component('Name', z.string(), { description: 'A name.' })
const Person = component(
  'Person',
  z.object({ name: Name, nickname: Name.optional(), former: Name.nullable() }),
)

describe('hoisting', () => {
  it('moves a component out and leaves a reference, however deep it stands', () => {
    const hoist = createHoist()
    expect(hoist.schemaOf(z.array(z.record(Person)))).toEqual({
      type: 'array',
      items: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Person' } },
    })
    expect(hoist.components()).toEqual({
      Name: { type: 'string', description: 'A name.' },
      Person: {
        type: 'object',
        properties: {
          name: { $ref: '#/components/schemas/Name' },
          nickname: { $ref: '#/components/schemas/Name' },
          former: { anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }] },
        },
        required: ['name', 'former'],
      },
    })
  })

  it('writes a single type as text, and keeps null beside a type that has no name', () => {
    const { schemaOf } = createHoist()
    expect(schemaOf(z.union([z.string(), z.number()]))).toEqual({
      oneOf: [{ type: 'string' }, { type: 'number' }],
    })
    expect(schemaOf(z.boolean().nullable())).toEqual({ type: ['boolean', 'null'] })
  })

  it('refuses one name for two schemas', () => {
    const { schemaOf } = createHoist()
    schemaOf(Name)
    expect(() => schemaOf(component('Name', z.number()))).toThrow('Component Name stands for two schemas')
  })
})
