import { attributeNames } from '@tandem/contract'
import { cards } from '../../db/tables/cards/cards.ts'

/** The columns of the attributes, of a table or view called `alias`: what follows from the table of attributes in SQL. */
export const attributeColumns = (alias: string): string => attributeNames.map((name) => `${alias}.${cards[name].name}`).join(', ')
