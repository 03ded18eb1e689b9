// Which schemas move to the components, and which stay in place.

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { component, field } from '../primitives.ts'
import { createHoist } from './hoist.ts'

const Name = component('Name', z.string(), { description: 'A name.' })
const Person = component(
  'Person',
  z.object({ name: Name, nickname: Name.optional(), former: Name.nullable() }),
)

describe('hoisting', () => {
  it('replaces a component at any depth by a reference', () => {
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

  it('writes a single type as a string, and adds null to an unnamed type', () => {
    const { schemaOf } = createHoist()
    expect(schemaOf(z.union([z.string(), z.number()]))).toEqual({
      anyOf: [{ type: 'string' }, { type: 'number' }],
    })
    expect(schemaOf(z.boolean().nullable())).toEqual({ type: ['boolean', 'null'] })
  })

  it('puts the description of a property next to the reference to its component', () => {
    const { schemaOf, components } = createHoist()
    const described = z.object({
      name: field(Name, 'Of a person.'),
      former: field(Name.nullable(), 'Or null.'),
    })
    expect(schemaOf(described).properties).toEqual({
      name: { $ref: '#/components/schemas/Name', description: 'Of a person.' },
      former: { anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }], description: 'Or null.' },
    })
    expect(components()).toEqual({ Name: { type: 'string', description: 'A name.' } })
  })

  it('rejects two schemas with the same name', () => {
    const { schemaOf } = createHoist()
    schemaOf(Name)
    expect(() => schemaOf(component('Name', z.number()))).toThrow('Two schemas are called Name')
  })
})
