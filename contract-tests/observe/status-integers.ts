// The integers of transaction statuses, which the contract does not show. Nor does it show whether the status of a debit is an
// integer or a word. (permitted: transactions.several-integers)

type Integers<Name extends string> = Readonly<Record<Name, number | readonly number[]>>

/** The integers for a status in the target file. */
export const integersFor = <Name extends string>(integers: Integers<Name>, name: Name): readonly number[] =>
  [integers[name]].flat()

/** True if a value is an integer for a status; false if the target file does not have the integers. */
export function isStatus<Name extends string>(
  integers: Integers<Name> | undefined,
  name: Name,
  value: unknown,
): boolean {
  return integers !== undefined && integersFor(integers, name).some((integer) => integer === value)
}

/** True if the status of a debit says that none was made, as an integer or a word. */
export function isCanceledDebit(integers: Integers<'canceled'> | undefined, status: unknown): boolean {
  return (
    isStatus(integers, 'canceled', status) ||
    (typeof status === 'string' && /^(cancell?ed|declined|failed|refused|rejected)$/i.test(status))
  )
}
