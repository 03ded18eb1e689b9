// Values that follow from objects and take long to compute.

/** Keeps the values of the objects that were asked for last. */
export class RecentValues<Key extends object, Value> {
  private readonly max: number
  private readonly values = new Map<Key, Value>()

  /** `max` is how many values are kept. */
  constructor(max: number) {
    this.max = max
  }

  /** The value of an object. It must follow from the object. */
  get(key: Key, compute: () => Value): Value {
    const known = this.values.get(key)
    if (known !== undefined) return known
    const value = compute()
    const [oldest] = this.values.keys()
    if (this.values.size >= this.max && oldest !== undefined) this.values.delete(oldest)
    this.values.set(key, value)
    return value
  }
}
