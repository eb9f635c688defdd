import type { Handlers } from '../../kernel/handlers.ts'
import { acceptImport } from './accept.ts'
import { createExport, type ExportDeps } from './export.ts'
import { getImport, importedHistory, listImports } from './follow.ts'

export function createTransferHandlers(deps: ExportDeps) {
  return {
    'board.export': createExport(deps),
    'board.import': acceptImport,
    'import.get': getImport,
    'import.list': listImports,
    'import.history': importedHistory,
  } satisfies Partial<Handlers>
}
