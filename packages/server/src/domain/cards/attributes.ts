import { attributeNames } from '@tandem/contract'
import { cards } from '../../db/tables/cards/cards.ts'

/** The attribute columns of a table or view called `alias`, from the table of attributes. */
export const attributeColumns = (alias: string): string => attributeNames.map((name) => `${alias}.${cards[name].name}`).join(', ')
