import { answers, type Handlers } from '../../kernel/handlers.ts'
import { acceptImport } from './accept.ts'
import { createExport, type ExportDeps } from './export.ts'
import { getImport, importedHistory, listImports } from './follow.ts'

export function createTransferHandlers(deps: ExportDeps) {
  return {
    'board.export': { run: createExport(deps) },
    'board.import': answers(acceptImport),
    'import.get': answers(getImport),
    'import.list': { run: listImports },
    'import.history': { run: importedHistory },
  } satisfies Partial<Handlers>
}
