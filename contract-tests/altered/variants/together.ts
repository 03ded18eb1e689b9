// One deployment with several variants.

import type { Handlers, InProcessOptions, TransportSeam } from '../../observe/in-process.ts'
import { all, likeOf } from './rows.ts'

/** Combines variants: changes of the same seam apply after each other. */
export function together(options: readonly InProcessOptions[]): InProcessOptions {
  const of = <Name extends keyof InProcessOptions>(seam: Name) =>
    options.flatMap(({ [seam]: value }): NonNullable<InProcessOptions[Name]>[] =>
      value === undefined ? [] : [value as NonNullable<InProcessOptions[Name]>],
    )
  const [world] = of('world')
  return {
    simulator: Object.assign({}, ...of('simulator')),
    response: all(of('response')),
    request: (request, at) => of('request').reduce((one, rewrite) => rewrite(one, at), request),
    handlers: (real) => {
      let own: Handlers = real
      for (const replace of of('handlers')) own = { ...own, ...replace(own) }
      return own
    },
    delivery: (request, at) =>
      of('delivery').reduce((sent, rewrite) => sent.flatMap((one) => rewrite(one, at)), [request]),
    transport: of('transport').reduce<TransportSeam>(
      (outer, inner) => (request, send) => outer(request, () => inner(request, send)),
      (_, send) => send(),
    ),
    target: (own) => of('target').reduce((said, change) => change(said), own),
    ...(world === undefined ? {} : { world }),
  }
}

/** A variant that reports each time that it changes something which the suite sees. */
export function recording(variant: InProcessOptions, report: () => void): InProcessOptions {
  const { response, delivery, transport } = variant
  const changed = <Value>(before: unknown, after: Value): Value => {
    if (JSON.stringify(after) !== JSON.stringify(before)) report()
    return after
  }
  return {
    ...variant,
    ...(response && { response: likeOf(response, (one, ...at) => changed(one, response(one, ...at))) }),
    ...(delivery && { delivery: (one, world) => changed([one], delivery(one, world)) }),
    ...(transport && { transport: recordingTransport(transport, report) }),
  }
}

function recordingTransport(transport: TransportSeam, report: () => void): TransportSeam {
  return async (one, send) => {
    let received: Response | undefined
    const response = await transport(one, async () => {
      received = await send()
      return received
    }).catch((error: unknown) => {
      report()
      throw error
    })
    if (response !== received) report()
    return response
  }
}
