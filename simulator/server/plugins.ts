// Plugins of a simulator: calls them, and serves what they add before the contract.

import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { UsageError, usageErrorsOf } from '../../core/errors.ts'
import { isObject, parseJson, valueAt } from '../../core/json.ts'
import { defaultName } from '../../spec/control/values.ts'
import { checkPluginSettings, type SandboxSetup } from '../options/simulator-options.ts'
import type { Plugin, PluginSettings } from '../plugin.ts'
import type { RequestEntry } from '../sandbox/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { append } from '../service/request-context.ts'
import { httpDate } from '../time/instants.ts'
import { Assumptions } from '../world/assumptions.ts'
import { defaultWorld } from '../world/default-world.ts'
import { allowOrigin } from './cross-origin.ts'
import type { Served } from './pages.ts'
import { pluginSandbox } from './plugin-sandbox.ts'
import { sandboxInPath } from './request-target.ts'
import { entryOfResponse, entryWithoutOperation, fetchRequest, keepEntry } from './routes.ts'

/** A plugin that was called. */
interface LoadedPlugin {
  readonly name: string
  readonly service: Hono
  readonly settings: PluginSettings
}

/** Calls a plugin. Throws a UsageError for settings that it cannot have. */
export function loadPlugin(plugin: Plugin, find: (name: string) => Promise<Sandbox>): LoadedPlugin {
  // Headers have the name.
  const name = (plugin.name || 'anonymous').replace(/[^\x20-\x7e]/g, '?')
  const service = new Hono()
  const sandboxOf = async (context: Context) => pluginSandbox(await find(nameIn(context)))
  const bodyOf = async (context: Context) => {
    const text = await context.req.text()
    const isForm = context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
    // Clients such as curl call JSON a form, too.
    const body = parseJson(text) ?? (isForm ? Object.fromEntries(new URLSearchParams(text)) : undefined)
    if (isObject(body)) return body
    throw (await sandboxOf(context)).refusal('invalid', 'The body is not a JSON object.')
  }
  const settings = plugin({ service, sandboxOf, bodyOf, changeBody }) ?? {}
  usageErrorsOf(`Plugin ${name}`, () => {
    if (settings instanceof Promise)
      throw new UsageError(
        'It returns a promise.',
        'A plugin is not awaited.',
        'Await at the top level of its file.',
      )
    checkPluginSettings(settings)
    Assumptions.from(settings.assumptions ?? {})
  })
  return { name, service, settings }
}

function changeBody(change: (body: Record<string, unknown>) => object): MiddlewareHandler {
  return async (context, next) => {
    const body = parseJson(await context.req.text())
    if (isObject(body)) keepBody(context, Promise.resolve(JSON.stringify(change(body))))
    await next()
  }
}

/** Lets Hono read this body from now on. */
function keepBody({ req }: Context, text: Promise<string>): void {
  req.bodyCache = {}
  Object.assign(req.bodyCache, { text })
}

/** The options with the defaults of plugins, in their order. */
export function withDefaults<Setup extends SandboxSetup>(
  plugins: readonly LoadedPlugin[],
  setup: Setup,
): Setup {
  const all = plugins.map(({ settings }) => settings)
  const assumptions = Object.assign({}, ...all.map((one) => one.assumptions), setup.assumptions)
  const worlds = all.flatMap(({ world = [] }) => world)
  const isChosen = setup.randomAssumptions !== undefined || Object.keys(assumptions).length === 0
  return {
    ...setup,
    validation: setup.validation ?? all.findLast(({ validation }) => validation !== undefined)?.validation,
    world: setup.world ?? (worlds.length === 0 ? undefined : worlds.reduce(changed, defaultWorld)),
    ...(isChosen ? {} : { assumptions }),
  }
}

/** A value with changes. */
function changed(before: unknown, changes: unknown): unknown {
  if (Array.isArray(changes)) return changes.map((change, index) => changed(valueAt(before, index), change))
  if (!isObject(changes)) return changes
  const fields = Object.entries(changes).map(([key, change]) => [key, changed(valueAt(before, key), change)])
  return { ...(isObject(before) ? before : {}), ...Object.fromEntries(fields) }
}

/** Serves what a plugin added, before everything that is added to the app later. */
export function addPlugin(
  app: Hono,
  { name, service }: LoadedPlugin,
  { sandboxes, api, hasControl }: Served,
  cors: readonly string[],
): void {
  /** The responses to requests that the plugin passed on. */
  const passedOn = new WeakMap<Context, Response>()
  const around: MiddlewareHandler = async (context, next) => {
    const sandbox = await sandboxes.find(nameIn(context))
    await readBody(context, sandbox)
    await next()
    const passed = passedOn.get(context)
    if (passed === context.res) return
    const added = { 'x-paytwin-outside-contract': name, date: httpDate(sandbox.world.now) }
    const origin = context.req.header('origin')
    if (origin !== undefined) allowOrigin(sandbox.world, added, origin, cors)
    for (const [header, value] of Object.entries(added)) context.header(header, value)
    const entry = passed === undefined ? await appended(sandbox, context) : entryOfResponse(passed)
    keepEntry(context.res, entry)
    if (passed === undefined) api.observe(sandbox, entry)
    await sandbox.journal.kept()
  }
  const behind: MiddlewareHandler = async (context, next) => {
    await next()
    passedOn.set(context, context.res)
  }
  for (const prefix of hasControl ? ['', '/sandboxes/:sandbox'] : ['']) {
    app.use(`${prefix}/api/*`, around)
    app.route(`${prefix}/api`, service)
    app.use(`${prefix}/api/*`, behind)
  }
}

const nameIn = ({ req }: Context) => sandboxInPath(req.path) ?? defaultName

/** Reads the body of a request, unless another plugin has. One with too many bytes is refused where it is read. */
async function readBody(context: Context, sandbox: Sandbox): Promise<void> {
  const { req } = context
  if ('text' in req.bodyCache || ['GET', 'HEAD'].includes(req.method)) return
  const { bytes } = sandbox.world.assumptions.value('limits.post-size')
  const read = await fetchRequest(req.raw).readText(bytes)
  const tooLarge = () => pluginSandbox(sandbox).refusal('too-large', `It has more than ${bytes} bytes.`)
  const text = read === undefined ? Promise.reject(tooLarge()) : Promise.resolve(read)
  text.catch(() => undefined)
  keepBody(context, text)
}

/** The entry of a request to a route of a plugin. Its changes have entries themselves, so it does not happen again in a replay. */
async function appended(sandbox: Sandbox, context: Context): Promise<RequestEntry> {
  const { res, req } = context
  const isShown = res.headers.get('content-type')?.includes('json') === true
  const response = { status: res.status, text: isShown ? await res.clone().text() : '' }
  const text = 'text' in req.bodyCache ? await req.text().catch(() => '') : ''
  const entry: RequestEntry = { ...entryWithoutOperation(sandbox, context, response), api: 'service', text }
  append(sandbox, entry)
  return entry
}
