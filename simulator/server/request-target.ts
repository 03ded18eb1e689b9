// The one reader of a URL. Routes, access control, the log, and workers that pass requests on decide by what these functions
// return, so they cannot differ about what a request is about.

import { getPath, tryDecodeURIComponent } from 'hono/utils/url'
import { defaultName } from '../../spec/control/values.ts'

/** The path of a URL as the routes see it: without `.` and `..`, and decoded except for slashes. */
export function pathOf({ url }: Pick<Request, 'url'>): string {
  return getPath({ url } as Request)
}

/** The name below `/sandboxes/` in such a path, which need not be a valid name; undefined for every other path. */
export function sandboxInPath(path: string): string | undefined {
  const [, name] = /^\/sandboxes\/([^/]+)/.exec(path) ?? []
  return name === undefined ? undefined : tryDecodeURIComponent(name)
}

/**
 * The name of the sandbox that a request is about, from the target in its first line. What is not below `/sandboxes/NAME` is about
 * the default one.
 */
export function sandboxOf(target: string): string {
  try {
    const { href } = new URL(target.startsWith('/') ? `http://localhost${target}` : target)
    return sandboxInPath(pathOf({ url: href })) ?? defaultName
  } catch {
    return defaultName
  }
}
