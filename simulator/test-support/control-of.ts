// The control API of the simulator of a test client.

import { type ControlClient, controlClient } from '../../client/control-client.ts'
import type { TestClient } from './test-client.ts'

export function controlOf({ simulator: { publicUrl: url, fetch } }: TestClient): ControlClient {
  return controlClient({ url, fetch })
}
