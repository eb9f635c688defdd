import { linkLibraries } from '../packages/server/src/db/embedded/binaries/library-links.ts'
import { findPlatformPackage } from '../packages/server/src/db/embedded/binaries/platform-package.ts'

/** For an image: the links between the libraries of PostgreSQL, while its folder can still be written. Else each data folder gets a copy. */
await linkLibraries((await findPlatformPackage()).root)
