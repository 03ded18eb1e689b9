// Finds the operation of a request by its method and path.

/** An operation and the values of its path parameters. */
interface Match<Operation> {
  operation: Operation
  params: Readonly<Record<string, string>>
}

/** An operation with path parameters. */
interface Template<Operation> {
  operation: Operation
  method: string
  /** The path up to its first parameter: comparing it is faster than matching the pattern. */
  start: string
  pattern: RegExp
  /** The names of the pattern's groups, which are unnamed because that is faster. */
  names: readonly string[]
}

const noParams: Readonly<Record<string, string>> = Object.freeze({})

/** The operations of a document by method and path. Paths are templates such as `/transactions/{id}`. */
export class Router<Operation extends { method: string; path: string }> {
  /** Operations without path parameters, by method and path. */
  private readonly fixed = new Map<string, Operation>()
  private readonly templates: Template<Operation>[] = []

  constructor(operations: Iterable<Operation>) {
    for (const operation of operations) {
      if (operation.path.includes('{')) this.templates.push(templateOf(operation))
      else this.fixed.set(`${operation.method.toUpperCase()} ${operation.path}`, operation)
    }
  }

  /** The operation of a request. `method` is in upper case; `path` is below the document's server. */
  find(method: string, path: string): Match<Operation> | undefined {
    const operation = this.fixed.get(`${method} ${path}`)
    if (operation !== undefined) return { operation, params: noParams }
    for (const template of this.templates) {
      if (template.method !== method || !path.startsWith(template.start)) continue
      const groups = template.pattern.exec(path)
      if (groups === null) continue
      const params: Record<string, string> = {}
      for (const [index, name] of template.names.entries()) params[name] = decoded(groups[index + 1] ?? '')
      return { operation: template.operation, params }
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

function templateOf<Operation extends { method: string; path: string }>(
  operation: Operation,
): Template<Operation> {
  const { method, path } = operation
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return {
    operation,
    method: method.toUpperCase(),
    start: path.slice(0, path.indexOf('{')),
    pattern: new RegExp(`^${escaped.replace(/\{\w+\}/g, '([^/]+)')}$`),
    names: Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
  }
}

/** The text without URL escapes, or the text itself when its escapes are invalid. */
function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
