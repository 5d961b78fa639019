import XCTest
final class ATests: XCTestCase { func testA() {} }
