// The JSON Schema of paytwin.config.json, for editors: made from the flags of all commands, as the program reads them.

import type { Command, Option } from 'commander'
import { fileSchemaText } from '../core/json-schema.ts'
import { configFile, isRepeatable, isSwitch, servingCommands, sharedSection, variableOf } from './settings.ts'

/** The committed text of the schema. */
export function configSchemaText(commands: readonly Command[]): string {
  const flagsOf = (name: string) =>
    (commands.find((command) => command.name() === name)?.options ?? []).filter(
      (option) => variableOf(option) !== undefined,
    )
  const [first = [], ...others] = servingCommands.map(flagsOf)
  const shared = first.filter(({ long }) => others.every((flags) => flags.some((one) => one.long === long)))
  const sections = commands.filter((command) => flagsOf(command.name()).length > 0)
  return fileSchemaText(
    `${configFile} of paytwin`,
    object('Flags that are not on the command line. Paths are relative to the current directory.', {
      [sharedSection]: object(`Flags of ${servingCommands.join(' and ')}.`, fields(shared)),
      ...Object.fromEntries(
        sections.map((command) => [
          command.name(),
          object(`Flags of ${command.name()}: ${command.description()}.`, fields(flagsOf(command.name()))),
        ]),
      ),
    }),
  )
}

function object(description: string, properties: object): object {
  return { description, type: 'object', properties, additionalProperties: false }
}

function fields(options: readonly Option[]): object {
  return Object.fromEntries(
    options.map((option) => [
      option.attributeName(),
      { description: option.description, ...valuesOf(option) },
    ]),
  )
}

function valuesOf(option: Option): object {
  if (isSwitch(option)) return { type: 'boolean' }
  if (option.argChoices !== undefined) return { enum: option.argChoices }
  const text = { type: ['string', 'number'] }
  if (!isRepeatable(option)) return text
  // An object is for flags whose values are name=value.
  return { anyOf: [text, { type: 'array', items: text }, { type: 'object', additionalProperties: text }] }
}
