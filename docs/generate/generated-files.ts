// All generated files of the repository, as text.

import { existsSync, readFileSync } from 'node:fs'
import { schemaTexts } from '../../contract-tests/json-schemas.ts'
import { stateDiagrams } from '../../simulator/world/state-diagrams.ts'
import { assumptionsSchemaText, worldSchemaText } from '../../simulator/world/world-schema.ts'
import { indexContract } from '../../spec/contract/places.ts'
import { buildControlDocument, controlDocumentText } from '../../spec/control/build-document.ts'
import { buildDocument, documentText } from '../../spec/openapi/build-document.ts'
import { accountsPage } from './accounts.ts'
import { assumptionsPage } from './assumptions.ts'
import { contractPage } from './contract.ts'
import { permittedPage } from './permitted.ts'
import { requirementsPage } from './requirements.ts'
import { readLinks } from './traceability.ts'

/** The text of each generated file by its path from the root. Reads the repository in the current directory. */
export async function generatedFiles(): Promise<Record<string, string>> {
  return {
    'spec/openapi.json': documentText(buildDocument()),
    'spec/control/openapi.json': controlDocumentText(buildControlDocument()),
    'simulator/world/world.schema.json': worldSchemaText(),
    'simulator/world/assumptions.schema.json': assumptionsSchemaText(),
    ...schemaTexts(),
    ...contractIndex(),
    'docs/reference/accounts.md': await accountsPage(),
    'docs/reference/contract.md': contractPage(buildDocument()),
    'docs/contributing/requirements.md': requirementsPage(readLinks()),
    'docs/contributing/permitted.md': permittedPage(),
    'docs/reference/assumptions.md': assumptionsPage(),
    'docs/reference/states.md': stateDiagrams(),
  }
}

/** The contract itself is not part of the repository. Where it is available, its index is generated from it. */
function contractIndex(): Record<string, string> {
  const path = process.env.PAYTWIN_CONTRACT ?? '../shared/spec/service-api.md'
  if (!existsSync(path)) return {}
  return {
    'spec/contract/places.json': `${JSON.stringify(indexContract(readFileSync(path, 'utf8')), null, 2)}\n`,
  }
}
