import { runChangesets } from './release/changesets.ts'

/** `npm run changeset -- [COMMAND…]`: says what the next release brings; without a command it asks. */
process.exitCode = runChangesets(process.argv.slice(2))
