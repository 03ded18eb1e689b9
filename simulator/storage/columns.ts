// Columns that take less memory than arrays.

type Numbers = Float64Array | Uint32Array | Uint8Array

/** The column, or a larger copy, so that it has a place with that index. */
export function withPlace<Column extends Numbers>(column: Column, index: number): Column {
  if (index < column.length) return column
  const Numbers = column.constructor as new (length: number) => Column
  const larger = new Numbers(Math.ceil(index * 1.5) + 16)
  larger.set(column)
  return larger
}

/** A column of at most 256 different values. */
export class ChoiceColumn<Value> {
  private codes: Uint8Array
  private readonly values: Value[]

  constructor(from?: ChoiceColumn<Value>) {
    this.codes = from?.codes.slice() ?? new Uint8Array()
    this.values = from?.values.slice() ?? []
  }

  get(index: number): Value {
    return this.values[this.codes[index] ?? 0] as Value
  }

  set(index: number, value: Value): void {
    const known = this.values.indexOf(value)
    this.codes = withPlace(this.codes, index)
    this.codes[index] = known < 0 ? this.values.push(value) - 1 : known
  }
}
