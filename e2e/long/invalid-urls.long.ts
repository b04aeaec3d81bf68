import { testInvalidUrls } from '../helpers/test-invalid-urls.ts'

testInvalidUrls('client')
testInvalidUrls('vet')
testInvalidUrls('admin')
