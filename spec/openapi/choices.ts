// Which of several forms a value was meant to have, where it has none of them. Who is told what that one form lacks can
// mend it; that there are several forms, and none fits, helps nobody.

import type { Schema } from './document.ts'

/** The form that was meant, or, where that cannot be told, what keeps the value from having any of them. */
export type Meant = { form: Schema } | { fault: string }

/**
 * Tells the form that a value was meant to have: by its type, then by the field whose word names the form, else by the
 * field that this form alone must have. References must be followed already. The fault begins with what is asked of the
 * place, such as `must be …`.
 */
export function meantForm(forms: readonly Schema[], value: unknown): Meant {
  const near = forms.filter((form) => takesType(form, value))
  const [first, second] = near
  if (first === undefined) return { fault: `must be ${either(forms.flatMap(typesOf))}` }
  if (second === undefined) return { form: first }
  if (!isObject(value)) return { fault: 'has none of the forms that it may have' }
  return byMark(near, value) ?? byOwnField(near, value) ?? { fault: 'has none of the forms that it may have' }
}

/** By a field that every form must have, with words of its own: `do`, say. */
function byMark(forms: readonly Schema[], value: Record<string, unknown>): Meant | undefined {
  const mark = forms[0]?.required?.find((name) => forms.every((form) => wordsOf(form, name).length > 0))
  if (mark === undefined) return undefined
  const form = forms.find((one) => wordsOf(one, mark).includes(value[mark]))
  if (form !== undefined) return { form }
  const words = forms.flatMap((one) => wordsOf(one, mark)).join(', ')
  return { fault: mark in value ? `.${mark} must be one of ${words}` : `lacks "${mark}", one of ${words}` }
}

function wordsOf({ required = [], properties = {} }: Schema, name: string): readonly unknown[] {
  const { const: word, enum: words = word === undefined ? [] : [word] } = properties[name] ?? {}
  return required.includes(name) ? words : []
}

/** By what only one form has, and must have. */
function byOwnField(forms: readonly Schema[], value: Record<string, unknown>): Meant | undefined {
  const own = forms.map((form) => {
    const others = forms.filter((one) => one !== form)
    return (form.required ?? []).filter((name) =>
      others.every(({ properties = {} }) => !(name in properties)),
    )
  })
  if (own.some((names) => names.length === 0)) return undefined
  const heads = own.map(([head = '']) => head)
  const given = forms.flatMap((form, index) => {
    const name = own[index]?.find((one) => one in value)
    return name === undefined ? [] : [{ form, name }]
  })
  const [only, another] = given
  if (only === undefined) {
    const strange = Object.keys(value).filter((name) =>
      forms.every(({ properties = {} }) => !(name in properties)),
    )
    const fault = `must have one of ${heads.join(', ')}`
    return { fault: strange.length === 0 ? fault : `has no field ${quoted(strange)}; it ${fault}` }
  }
  if (another === undefined) return { form: only.form }
  return {
    fault: `may have only one of ${heads.join(', ')}; ${listed(given.map(({ name }) => name))} are there`,
  }
}

function typesOf({ type, enum: words, const: word }: Schema): string[] {
  if (type !== undefined) return [type].flat()
  return (words ?? (word === undefined ? [] : [word])).map(typeOf)
}

function takesType(form: Schema, value: unknown): boolean {
  const types = typesOf(form)
  const own = typeOf(value)
  return types.length === 0 || types.includes(own) || (own === 'integer' && types.includes('number'))
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeOf(value) === 'object'
}

function either(words: readonly string[]): string {
  return [...new Set(words)].join(' or ')
}

function quoted(words: readonly string[]): string {
  return listed(words.map((word) => `"${word}"`))
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
