// Replaces functions of the program while a fault is planted in it.

type Call<Self> = (self: Self, ...given: unknown[]) => Promise<unknown>

/** Replaces a function of an object, private ones included. Returns a function that undoes it. */
export function replaced<Self extends object>(
  target: Self,
  name: string,
  make: (original: Call<Self>) => (this: Self, ...given: never[]) => unknown,
): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  const original = Reflect.get(target, name)
  if (typeof original !== 'function') throw new TypeError(`There is no function ${name} to break.`)
  const value = make((self, ...given) => Reflect.apply(original, self, given))
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, name)
    else Object.defineProperty(target, name, before)
  }
}
