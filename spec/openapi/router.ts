// Finds the operation of a request by its method and path.

/** An operation and the values of its path parameters. */
interface Match<Operation> {
  operation: Operation
  params: Readonly<Record<string, string>>
}

interface Template<Operation> {
  operation: Operation
  pattern: RegExp
}

const noParams: Readonly<Record<string, string>> = Object.freeze({})

/** The operations of a document by method and path. Paths are templates such as `/transactions/{id}`. */
export class Router<Operation extends { method: string; path: string }> {
  /** Operations without path parameters, by method and path. */
  private readonly fixed = new Map<string, Operation>()
  private readonly templates: Template<Operation>[] = []

  constructor(operations: Iterable<Operation>) {
    for (const operation of operations) {
      if (operation.path.includes('{')) this.templates.push({ operation, pattern: patternOf(operation.path) })
      else this.fixed.set(`${operation.method.toUpperCase()} ${operation.path}`, operation)
    }
  }

  /** The operation of a request. `method` is in upper case; `path` is below the document's server. */
  find(method: string, path: string): Match<Operation> | undefined {
    const operation = this.fixed.get(`${method} ${path}`)
    if (operation !== undefined) return { operation, params: noParams }
    for (const { operation, pattern } of this.templates) {
      if (operation.method.toUpperCase() !== method) continue
      const groups = pattern.exec(path)?.groups
      if (groups === undefined) continue
      const params = Object.entries(groups).map(([name, value]) => [name, decoded(value)])
      return { operation, params: Object.fromEntries(params) }
    }
    return undefined
  }

  /** The methods of the operations at a path, in upper case. */
  methodsAt(path: string): string[] {
    return [
      ...[...this.fixed.values()].filter((operation) => operation.path === path),
      ...this.templates.filter(({ pattern }) => pattern.test(path)).map(({ operation }) => operation),
    ].map(({ method }) => method.toUpperCase())
  }
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

/** The text without URL escapes, or the text itself when its escapes are invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
