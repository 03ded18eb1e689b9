// The one reader of a URL: which API a request is for, of which sandbox, at which path (service.paths-under-base-url). Sockets, routes, access control and the log decide
// by what it returns, so they cannot differ about what a request is about.

import { getPath, getQueryParam, tryDecodeURIComponent } from 'hono/utils/url'
import { defaultName } from '../../spec/control/values.ts'

/** The path of a URL as the routes see it: without `.` and `..`, and decoded except for slashes. */
export function pathOf({ url }: { url: string }): string {
  return getPath({ url } as Request)
}

/** The name below `/sandboxes/` in such a path, which need not be a valid name; undefined for every other path. */
export function sandboxInPath(path: string): string | undefined {
  const [, name] = /^\/sandboxes\/([^/]+)/.exec(path) ?? []
  return name === undefined ? undefined : tryDecodeURIComponent(name)
}

/** The target of a request to an API. */
export interface Target {
  /** `sandboxes` is the part of the control API that is about all of them. */
  api: 'service' | 'control' | 'sandboxes'
  sandbox: string
  /** The path below the server of the API: `/hosted-page`, `/control/clock`. */
  path: string
  query: Readonly<Record<string, string>>
}

/** A URL of the service with nothing that a URL parser would change. */
const plainService =
  /^https?:\/\/[^/]+(?:\/sandboxes\/(?<sandbox>\w[\w.-]*))?\/api(?<path>\/[\w/-]*)(?:\?(?<query>[\w=.~:-]*))?$/
const apiPath = /^(?:\/sandboxes\/[^/]+)?(?:\/(?<api>api|control)(?=\/|$))(?<path>.*)$/
const sandboxesPath = /^\/sandboxes(?:\/[^/]+)?$/
/** Paths below the control API that are served to browsers and other tools. */
const notOfControl = new Set(['/openapi.json', '/stream'])

/** The API that an absolute URL is for; undefined if it is for none. */
export function targetOf(url: string): Target | undefined {
  const plain = plainService.exec(url)?.groups
  if (plain !== undefined) {
    const { sandbox = defaultName, path = '', query = '' } = plain
    return { api: 'service', sandbox, path, query: plainQuery(query) }
  }
  const path = pathOf({ url })
  if (sandboxesPath.test(path)) return { api: 'sandboxes', sandbox: defaultName, path, query: queryOf(url) }
  const { api, path: below = '' } = apiPath.exec(path)?.groups ?? {}
  if (api === undefined || (api === 'control' && notOfControl.has(below))) return undefined
  const sandbox = sandboxInPath(path) ?? defaultName
  return api === 'api'
    ? { api: 'service', sandbox, path: below, query: queryOf(url) }
    : { api: 'control', sandbox, path: `/control${below}`, query: queryOf(url) }
}

function plainQuery(text: string): Target['query'] {
  const equals = text.indexOf('=')
  if (text === '' || equals === 0) return {}
  return equals < 0 ? { [text]: '' } : { [text.slice(0, equals)]: text.slice(equals + 1) }
}

function queryOf(url: string): Target['query'] {
  const query = getQueryParam(url)
  return typeof query === 'object' ? query : {}
}

/** The absolute URL of a target in the first line of a request; undefined if it is not the URL of anything. */
export function absoluteUrl(origin: string, target: string): string | undefined {
  const text = target.startsWith('/') ? origin + target : target
  if (plainService.test(text)) return text
  return URL.canParse(text) ? new URL(text).href : undefined
}

/** The name of the sandbox that the target in the first line of a request is about. */
export function sandboxOf(target: string): string {
  const url = absoluteUrl('http://localhost', target)
  return (url === undefined ? undefined : sandboxInPath(pathOf({ url }))) ?? defaultName
}
