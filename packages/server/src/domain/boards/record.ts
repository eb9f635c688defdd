import { type Board, board, type Role } from '@tandem/contract'
import type { BoardRow } from '../../db/tables/boards/boards.ts'
import { recordOf } from '../record-of.ts'

type Shown = Omit<BoardRow, 'lastSeq' | 'lastActivityId' | 'lastCardNumber' | 'createdBy' | 'spreads'> & { role: Role }

/** `role` is that of the caller. */
export const boardOnWire: (row: Shown) => Board = recordOf(board, {})
