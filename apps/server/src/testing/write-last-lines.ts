import { once } from 'node:events'
import { closeLog, standardOutput } from '../http/logging.ts'

// Logs two lines and exits, as soon as its standard input ends.
process.stdin.resume()
await once(process.stdin, 'end')
const log = standardOutput()
log.write('first\n')
log.write('last\n')
await closeLog(log)
process.exit(0)
