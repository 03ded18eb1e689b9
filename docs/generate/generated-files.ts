// All generated files of the repository, as text.

import { schemaTexts } from '../../contract-tests/json-schemas.ts'
import { buildControlDocument, controlDocumentText } from '../../simulator/control/openapi.ts'
import { stateDiagrams } from '../../simulator/world/state-diagrams.ts'
import { worldSchemaText } from '../../simulator/world/world-schema.ts'
import { buildDocument, documentText } from '../../spec/openapi.ts'
import { assumptionsPage } from './assumptions.ts'
import { contractPage } from './contract.ts'
import { requirementsPage } from './requirements.ts'
import { readLinks } from './traceability.ts'

/** The text of each generated file by its path from the root. Reads the repository in the current directory. */
export function generatedFiles(): Record<string, string> {
  return {
    'spec/openapi.json': documentText(buildDocument()),
    'simulator/control/openapi.json': controlDocumentText(buildControlDocument()),
    'simulator/world/world.schema.json': worldSchemaText(),
    ...schemaTexts(),
    'docs/contract.md': contractPage(buildDocument()),
    'docs/requirements.md': requirementsPage(readLinks()),
    'docs/assumptions.md': assumptionsPage(),
    'docs/states.md': stateDiagrams(),
  }
}
