-- The rows of a catalogue of schema 16 after random commands, some of them undone, made with that
-- version and frozen. The states it went through, each as a hash, are in order:
-- e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
-- 34c816995963e902016a175c010bedfc7813fa2aa55b4f8819e5f7ecfe03766d
-- dbfc1646ea8dc63dc79a6dde3dedb536fe5ed55d251dfcf8c2ae09443b86441a
-- 0ef9059958fd53b54cb30907ebad7d7ddf89adb1006bd6e5156b2bf8a20d43d4
-- b04a6087dba1a1183274a17e47251e8e6c53faff32a747ddc65c398957bb3d45
-- 3b88dc38efcf72067dc8af96d845157cf576fba2be8aaeed2a753d3441d289c9
-- a4a56029b36b9fd9c106b59e442cddd51743367a0925a3ce46d52c59816d79e1
-- ea2ad856cd39c2b30ea6437f55f2ad720871534284ca187d36ab20acf13d40b3
-- 0d06ea1d6e09888c7dcb9bebc4242b70a72dedbf90ea003ff4885465c6fa9f48
-- 76c01b973642520c59d842a3f450c88d2b7b437e3aeee236f67a503c46e9d04d
-- 2ea03bd487f000eb1eb2e2e04dc6b44f9fa444b80a9d06d5c1aff3687b234882
-- ff76b8934ca1f1b23098bdfc9a92817aa3114fe216b59c355969f33275ef5911
-- cb86026ac36199cd06e4489c7d4653b862f6223cb96647d1a892ac7e4fd200dc
-- 0b8670fdee3d07d3601571038b89c000dc6c91cd602cd233e37f9f9eb745fcd5
-- f9518565da3b3752c6c546adcab32b21c658b5503125da9c5327ecad2d0e144a
-- e6a2f5cc43850cf262ff78e651c469fef4f793f143b009cff6ee39726ee65d13
-- 4eff71dbbed3ce25889fec05ccf8e8300c58f52d2c91142ad15b0bc62548f3cd
-- 23c9384f74113de17d68cc43b807514c85a4a028415616b2995c8e4182f8bf81
-- 1003b364c18f72592cdc5850f4cc978522dffad64724e5a35b4c662ddc3428b7
-- d58a6452e6cfb284307c8046086eae2ba042b5776ba3e5b60830c1497d9ec57a
-- 9c5c61a021470429aabb266785e845b64e96577faa016e008528903cfa838352
-- 58dbfd9ac6010f4feaa3c69ec7b73ee3ccc1f0f53a7646545e85b04982b16950
-- 6a9670a090882e0867e3be9a520714769966f2728dd978f06a8940632e1a9e89
-- 8e4e3a8aa8093e5fb072bd0cde181be3b3ff1ff2eb610884674e20ae279db2bd
-- cde8c0926d6f0a201f1d9919501eb9598da5c2cc21069d26f0af86c346ae59f6
-- 3617ca1b0ba0d30fdc33c7e9fa0fef362547bf73c86f9221dac7a657eaf44c34
-- 73763ce82acd728215384aaf4fcc81fcb9ca652631f2f6ad9bc2a8345c0bc706
-- eb4e68067534a537c7c7e91ef31447b96412ea2153de7a7d5bb49429e105a277
-- e4214098ed8b1c3945c42762c2def70c4b5061045c0ef505de8d5394b88b9ca7
-- f85accee703cce119ee26e8649cf6f586ab1aa32fe7df7a89bf71fd99ab6c7f8
-- 15687930696a26642b4e43ccd5de4bf2a8603c4d2b423c6e58192e6e7c29f4ec
-- b25b0ca91c7679e29996f9d7a92ee7091871fc361c2295444efb842635cb1143
-- 0a3b95f25e4209a37b9f0ed60b6afce60e7929e1d9c936284752fe55944acbbd
-- 285203049934cfc14c5e1a05ce4d9b6e64b5e8aa5c4e0855dfc2c7d016acd88d
-- 46869840854dceb6a645a886c18f7154224114575a2b0a062fa12c925df46abb
-- 71a61f81dee92b61b2dfba7f393f71601162d86a0a1059fa56e474ea3d66f5a3
-- 04832efbe133d444cc8da054febf55834771a0d327c613393ca09c4feed138db
-- 24ebe2b92846ae558c918f225b4345293c7e357082f959dea0390b4fd30ca3ad
-- It is in state 19.
DELETE FROM doubled_gtin;
DELETE FROM doubled_sku;
DELETE FROM erased;
INSERT INTO erased (revision) VALUES
(19);
DELETE FROM field;
DELETE FROM history;
INSERT INTO history (step, command, count, moment, undone, size, id, kept) VALUES
(2, 'createProduct', 1, 1795558347138, 0, 40, X'39746E65F41D44C1928A68DA8EEAAE58', 0),
(3, 'addSavedSearch', 0, 1795558347144, 0, 20, X'1B10C6BAB2F046F68A8F54C698A60D59', 0),
(6, 'importProducts', 3, 1795558347460, 0, 40, X'F37D59240AE9419187D461209F6AB995', 0),
(8, 'deleteProducts', 1, 1795558347533, 0, 356, X'1A80A0C796624781B6BEB3BAC3EC43AA', 0),
(10, 'deleteProducts', 1, 1795558347582, 0, 127, X'99991C4885DC4A738F8622C4191651F9', 0),
(16, 'addImages', 1, 1795558347677, 0, 492, X'30FB5C4C5E6C43D894986FF4F986C116', 0),
(18, 'addImages', 1, 1795558347715, 0, 233, X'B3F0178348D6437C850F6B5A080F1DDF', 0),
(19, 'addImages', 1, 1795558347753, 0, 233, X'B1802397F45147B5B4BE2039D9D399DD', 0),
(20, 'addNote', 1, 1795558347759, 0, 20, X'27B62B710DD54A1F916C455E2F600239', 0),
(21, 'setTemplate', 0, 1795558347767, 0, 20, X'527B6D16DC05413991112EBBA542649C', 0),
(23, 'setTemplate', 0, 1795558347787, 0, 20, X'AF27392FDC174F0B9C569E3B2DBDC4BC', 0),
(24, 'editProduct', 3, 1795558347791, 0, 1078, X'D0F19679A600403F8DCE26E76097450C', 0),
(25, 'importProducts', 2, 1795558347804, 0, 40, X'F4DFD53581324FD9A0DCA34695743043', 0),
(26, 'createProduct', 1, 1795558347832, 0, 60, X'0B6AAD8591834F9AA5F454B5C1905D2B', 0),
(29, 'createProduct', 1, 1795558347893, 0, 60, X'F092C5E956A444A5B6D03897B5F2A91A', 0),
(30, 'importProducts', 1, 1795558347907, 0, 40, X'0F1651177D574886B7FDD2D106286488', 0),
(31, 'createProduct', 1, 1795558347918, 0, 60, X'ADABBCB48213463BBCF8F77EFB5ACD3C', 0),
(34, 'renameCategory', 0, 1795558347958, 0, 161, X'2D7282C661604EA690A2D7FE6E461BE3', 0),
(35, 'editProduct', 5, 1795558347968, 0, 1469, X'40FCD423684B448EAF88F6D7C42535F8', 0),
(36, 'addNote', 1, 1795558347973, 1, 20, X'524C0E66D717400BBEF1E9FC7629E3AA', 103),
(37, 'importProducts', 1, 1795558347990, 1, 20, X'7ADBAF4C1DAA4EA6A6A6CB5B26B271DA', 121),
(38, 'addNote', 1, 1795558347997, 1, 20, X'F8B6B41775994573B523A77F6E281224', 103),
(39, 'addField', 0, 1795558348002, 1, 20, X'11DEF42A3548465695E0107F165AEF25', 116),
(40, 'renameCategory', 2, 1795558348006, 1, 244, X'456F25EC9E3349AEB57930D35D7F9C4B', 0),
(41, 'renameSavedSearch', 0, 1795558348012, 1, 273, X'132720B6213A479588685DDBF2A2F619', 0),
(42, 'editProduct', 5, 1795558348020, 1, 1293, X'6B49064C54F7406D86C9DDE53B72DCC1', 0),
(44, 'mergeProducts', 2, 1795558348047, 1, 293, X'E6F30D3E63E945FB94190AE4AF6C1881', 0),
(45, 'importProducts', 4, 1795558348083, 1, 539, X'C5A9D2DEB894461E83F4C6B10D81A992', 875),
(46, 'editProduct', 7, 1795558348100, 1, 1312, X'CE4847FA4F934D0C9729804DC6AA05C9', 1148),
(47, 'moveProducts', 3, 1795558348110, 1, 801, X'A2B486F211DE4D3096612FAB4D3F8BF0', 0),
(50, 'editProduct', 2, 1795558348165, 1, 628, X'1F56C115E3414CA6862243B7251DEECE', 0),
(51, 'eraseProducts', 4, 1795558348180, 1, 340, X'67E47A40BAC5430BB05B39A8C940F9FE', 0),
(53, 'tellApart', 0, 1795558348212, 1, 20, X'56EC11E402534077BBAEFFB1356DD158', 763),
(55, 'editProduct', 1, 1795558348279, 1, 147, X'446FA007BBE64CE5BF75E03EF5A95C40', 0),
(56, 'addField', 0, 1795558348286, 1, 20, X'E74F6B2ADEC64487B0761E6611690C10', 116),
(57, 'createProduct', 1, 1795558348294, 1, 40, X'17FA704FDA56459E9F948F8F42AAEEE8', 449),
(58, 'editProduct', 5, 1795558348306, 1, 722, X'F620A4DDD5544DFD84034344A8B44DE5', 0);
DELETE FROM history_field;
INSERT INTO history_field (step, existed, key, id, name, name_key, kind, detail, category, position) VALUES
(-56, 1, 2, X'7D08C8404C3F4E84A86C92DE15C4B983', 'Field 38', 'field 38', 'date', '', NULL, 2),
(-39, 1, 1, X'FF17DCB2A5814B6BB7252E6CA22EF4C4', 'Field 84', 'field 84', 'tags', '', NULL, 1);
DELETE FROM history_forgotten;
INSERT INTO history_forgotten (steps) VALUES
(0);
DELETE FROM history_inserted;
INSERT INTO history_inserted (step, name, first, last) VALUES
(2, 'product', 2, 2),
(2, 'product_tag', 2, 2),
(3, 'saved_search', 1, 1),
(6, 'product', 3, 5),
(6, 'product_tag', 3, 5),
(16, 'product_image', 3, 4),
(18, 'product_image', 5, 6),
(19, 'product_image', 7, 8),
(20, 'note', 1, 1),
(21, 'template', 4, 4),
(23, 'template', 5, 5),
(24, 'note', 2, 4),
(25, 'note', 5, 7),
(25, 'product', 11, 12),
(26, 'product', 13, 13),
(26, 'product_image', 9, 9),
(26, 'product_tag', 13, 13),
(29, 'note', 8, 8),
(29, 'product', 15, 15),
(29, 'product_image', 10, 10),
(30, 'note', 9, 10),
(30, 'product', 16, 16),
(31, 'note', 11, 11),
(31, 'product', 17, 17),
(31, 'product_tag', 17, 17),
(36, 'note', 12, 12),
(37, 'product', 18, 19),
(38, 'note', 13, 13),
(39, 'field', 1, 1),
(45, 'note', 15, 17),
(45, 'product', 21, 22),
(45, 'product_image', 11, 12),
(46, 'product_image', 13, 19),
(53, 'told_apart', 1, 1),
(56, 'field', 2, 2),
(57, 'product', 23, 23),
(57, 'product_tag', 23, 23);
DELETE FROM history_note;
INSERT INTO history_note (step, existed, key, id, product, position, title, text, revision, created, changed) VALUES
(-45, 1, 15, X'AB8210E9B97A42AAB33C2FEAB96939D4', 21, 0, '', '360', 1, 1795558348077, 1795558348077),
(-45, 1, 16, X'2B7324ACEC4D4276B450A1F29EF42B4D', 11, 0, '', '928', 2, 1795558348079, 1795558348079),
(-45, 1, 17, X'DE388257DF4A4E15AFCEF845CB094ABC', 22, 0, '', '576', 2, 1795558348077, 1795558348077),
(-38, 1, 13, X'C583E1EEEA854C8EBE82CB30E4BDEE40', 17, 0, '988', '', 1, 1795558347996, 1795558347996),
(-36, 1, 12, X'BE4AD2D41B11488DBFB4D23D643AEC60', 4, 0, '770', '', 1, 1795558347972, 1795558347972),
(24, 1, 1, X'31F249E596C84F41B620263E20EF7C65', 3, 0, '792', '', 1, 1795558347759, 1795558347759),
(35, 1, 3, X'11CF2EC4D54E4F2CBB5ACB23140232EA', 2, 0, '248', '', 2, 1795558347790, 1795558347790),
(35, 1, 4, X'0AAE6E5C45494D42AD4ECAA6B0ABD7AB', 5, 0, '248', '', 1, 1795558347790, 1795558347790),
(35, 1, 5, X'BB8A879C96F7453E8416D8E9654375BC', 11, 0, '', '278', 1, 1795558347802, 1795558347802),
(35, 1, 9, X'301A0FE5BB51419484F434F9EB8E0F5B', 16, 0, '', '440', 1, 1795558347903, 1795558347903),
(35, 1, 10, X'D79DC663BCC04E68AD5A97CB57A249B3', 16, 1, '', '441', 1, 1795558347903, 1795558347903),
(35, 1, 11, X'B525D48C0AFE476B9F7A2724C8DB32BA', 17, 0, '0', 'of an entry', 1, 1795558347916, 1795558347916),
(50, 0, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(50, 0, 17, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(51, 0, 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(51, 0, 7, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(51, 0, 16, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(55, 0, 8, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
DELETE FROM history_product;
INSERT INTO history_product (step, existed, key, id, title, title_key, description, category, sku, gtin, price, currency, stock, minimum_stock, year, position, deleted, revision, created, changed, supplier, supplier_key) VALUES
(-57, 1, 23, X'A373DAA9E5444E0D91BC96057387C2D0', 'Product 459', 'product 459', '', NULL, NULL, NULL, NULL, NULL, 459, NULL, NULL, 14680064, NULL, 1, 1795558348293, 1795558348293, NULL, NULL),
(-45, 1, 21, X'EDD32427CCC644359EED659EDC11CAB2', 'Line 360', 'line 360', '', NULL, NULL, NULL, NULL, NULL, 360, NULL, NULL, 12582912, NULL, 19, 1795558348077, 1795558348077, NULL, NULL),
(-45, 1, 22, X'D244AE59E7074EE6AC5DD592106C759B', 'Line 576', 'line 576', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 13631488, NULL, 18, 1795558348077, 1795558348077, NULL, NULL),
(-37, 1, 18, X'A42E1C14B2724166927C63F0523A81ED', 'Line 975', 'line 975', '', NULL, 'S-975', NULL, NULL, NULL, NULL, NULL, NULL, 11534336, NULL, 15, 1795558347987, 1795558347987, NULL, NULL),
(8, 1, 5, X'055445897BE449879531320174D74ADE', 'Vafalby Oak Vegetable Cookbook, navy', 'vafalby oak vegetable cookbook, navy', 'Guaranteed for ten years. The plum of the surface deepens with the years. Wipe it clean with a damp cloth and let it dry. The burgundy of the surface deepens with the years.', 'Books/Cookery', 'COO-4YUQS-3', '2004820474803', 234095, 'EUR', 149, 20, 1975, 4194304, NULL, 2, 1465542631000, 1465542631000, NULL, NULL),
(10, 1, 2, X'8F86F1971C214D26A52A4D63E6881FE5', 'Product 710', 'product 710', '', 'C/2', 'S-710', NULL, NULL, NULL, NULL, NULL, NULL, 1048576, NULL, 9, 1795558347137, 1795558347137, NULL, NULL),
(16, 1, 3, X'C79AD2BD39A14FD196820E195021EA78', 'Modern Marble Letter Opener', 'modern marble letter opener', 'Light marks of use on the back, otherwise in fine condition.
With a certificate by Rasborheim that tells where it comes from. The workshop of Rasborheim has made it for three generations.
Light marks of use on the back, otherwise in fine condition. Made in small numbers by Rasborheim, who sign every piece.', 'Paper/Desk/Clearance', 'DES-4YUQS-1', '01953293296577', 7395, 'EUR', 55, NULL, 1990, 2097152, NULL, 2, 1599788040000, 1599788040000, NULL, NULL),
(18, 1, 4, X'3132183C4D4344A49A5E24266A766043', 'Travel Pewter Hand Drum, burgundy', 'travel pewter hand drum, burgundy', 'Goes well with everything in violet.', 'Toys/Instruments', 'INS-4YUQS-2', '2367190292904', 9099, 'EUR', 24, 10, NULL, 3145728, NULL, 6, 1679591991000, 1679591991000, NULL, NULL),
(19, 1, 4, X'3132183C4D4344A49A5E24266A766043', 'Travel Pewter Hand Drum, burgundy', 'travel pewter hand drum, burgundy', 'Goes well with everything in violet.', 'Toys/Instruments', 'INS-4YUQS-2', '2367190292904', 9099, 'EUR', 24, 10, NULL, 3145728, NULL, 7, 1679591991000, 1795558347711, NULL, NULL),
(24, 1, 2, X'8F86F1971C214D26A52A4D63E6881FE5', 'Product 710', 'product 710', '', 'C/2', 'S-710', NULL, NULL, NULL, NULL, NULL, NULL, 1048576, 1795558347581, 11, 1795558347137, 1795558347137, NULL, NULL),
(24, 1, 3, X'C79AD2BD39A14FD196820E195021EA78', 'Modern Marble Letter Opener', 'modern marble letter opener', 'Light marks of use on the back, otherwise in fine condition.
With a certificate by Rasborheim that tells where it comes from. The workshop of Rasborheim has made it for three generations.
Light marks of use on the back, otherwise in fine condition. Made in small numbers by Rasborheim, who sign every piece.', 'Paper/Desk/Clearance', 'DES-4YUQS-1', '01953293296577', 7395, 'EUR', 55, NULL, 1990, 2097152, NULL, 3, 1599788040000, 1795558347672, NULL, NULL),
(24, 1, 5, X'055445897BE449879531320174D74ADE', 'Vafalby Oak Vegetable Cookbook, navy', 'vafalby oak vegetable cookbook, navy', 'Guaranteed for ten years. The plum of the surface deepens with the years. Wipe it clean with a damp cloth and let it dry. The burgundy of the surface deepens with the years.', 'Books/Cookery', 'COO-4YUQS-3', '2004820474803', 234095, 'EUR', 149, 20, 1975, 4194304, 1795558347532, 4, 1465542631000, 1465542631000, NULL, NULL),
(35, 1, 2, X'8F86F1971C214D26A52A4D63E6881FE5', 'Product 710', 'product 710', '', 'C/2', 'S-710', NULL, NULL, NULL, NULL, NULL, NULL, 1048576, 1795558347581, 13, 1795558347137, 1795558347789, NULL, NULL),
(35, 1, 5, X'055445897BE449879531320174D74ADE', 'Vafalby Oak Vegetable Cookbook, navy', 'vafalby oak vegetable cookbook, navy', 'Guaranteed for ten years. The plum of the surface deepens with the years. Wipe it clean with a damp cloth and let it dry. The burgundy of the surface deepens with the years.', 'Books/Cookery', 'COO-4YUQS-3', '2004820474803', 234095, 'EUR', 149, 20, 1975, 4194304, 1795558347532, 5, 1465542631000, 1795558347789, NULL, NULL),
(35, 1, 11, X'744DA99CEE6B47D584DB8A8FC269AB2F', 'Line 278', 'line 278', '', NULL, 'S-278', NULL, NULL, NULL, NULL, NULL, NULL, 5242880, NULL, 11, 1795558347802, 1795558347802, NULL, NULL),
(35, 1, 16, X'842A491D9FA74FF29077E0346BA322A1', 'Line 440', 'line 440', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 9437184, NULL, 13, 1795558347903, 1795558347903, NULL, NULL),
(35, 1, 17, X'8D5302BFCD404A359CED2047712BA0B6', 'Product 985', 'product 985', '', 'C/1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 10485760, NULL, 13, 1795558347916, 1795558347916, NULL, NULL),
(40, 1, 13, X'A3DD299733F844889FE5EC99094C6EAC', 'Product 757', 'product 757', '', 'C', NULL, NULL, NULL, NULL, 757, NULL, NULL, 7340032, NULL, 20, 1795558347814, 1795558348005, NULL, NULL),
(40, 1, 17, X'8D5302BFCD404A359CED2047712BA0B6', 'Product 985', 'product 985', '', 'C', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 10485760, NULL, 19, 1795558347916, 1795558348005, NULL, NULL),
(42, 1, 3, X'C79AD2BD39A14FD196820E195021EA78', 'Modern Marble Letter Opener', 'modern marble letter opener', 'Light marks of use on the back, otherwise in fine condition.
With a certificate by Rasborheim that tells where it comes from. The workshop of Rasborheim has made it for three generations.
Light marks of use on the back, otherwise in fine condition. Made in small numbers by Rasborheim, who sign every piece.', 'Paper/Desk/Clearance', 'DES-4YUQS-1', '01953293296577', 7395, 'EUR', 55, NULL, 1990, 2097152, NULL, 12, 1599788040000, 1795558348018, NULL, NULL),
(42, 1, 4, X'3132183C4D4344A49A5E24266A766043', 'Travel Pewter Hand Drum, burgundy', 'travel pewter hand drum, burgundy', 'Goes well with everything in violet.', 'Toys/Instruments', 'INS-4YUQS-2', '2367190292904', 9099, 'EUR', 24, 10, NULL, 3145728, NULL, 16, 1679591991000, 1795558348018, NULL, NULL),
(42, 1, 11, X'744DA99CEE6B47D584DB8A8FC269AB2F', 'Line 278', 'line 278', '', NULL, 'S-278', NULL, NULL, NULL, NULL, NULL, NULL, 5242880, NULL, 18, 1795558347802, 1795558348018, NULL, NULL),
(42, 1, 16, X'842A491D9FA74FF29077E0346BA322A1', 'Line 440', 'line 440', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 9437184, NULL, 21, 1795558347903, 1795558348018, NULL, NULL),
(42, 1, 18, X'A42E1C14B2724166927C63F0523A81ED', 'Line 975', 'line 975', '', NULL, 'S-975', NULL, NULL, NULL, NULL, NULL, NULL, 11534336, NULL, 14, 1795558347987, 1795558348018, NULL, NULL),
(44, 1, 11, X'744DA99CEE6B47D584DB8A8FC269AB2F', 'Line 278', 'line 278', '', NULL, 'S-278', NULL, NULL, NULL, NULL, NULL, NULL, 5242880, 1795558348043, 17, 1795558347802, 1795558348018, NULL, NULL),
(44, 1, 13, X'A3DD299733F844889FE5EC99094C6EAC', 'Product 757', 'product 757', '', 'C', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 7340032, NULL, 19, 1795558347814, 1795558348043, NULL, NULL),
(45, 1, 11, X'744DA99CEE6B47D584DB8A8FC269AB2F', 'Line 278', 'line 278', '', NULL, 'S-278', NULL, NULL, NULL, NULL, NULL, NULL, 5242880, 1795558348043, 16, 1795558347802, 1795558348077, NULL, NULL),
(45, 1, 15, X'0DB622911AD74AE09328AC215C9FF083', 'Product 280', 'product 280', '', NULL, 'S-320', NULL, NULL, NULL, NULL, NULL, NULL, 8388608, NULL, 18, 1795558347884, 1795558348077, NULL, NULL),
(46, 1, 2, X'8F86F1971C214D26A52A4D63E6881FE5', 'Product 710', 'product 710', '', 'C/2', 'S-710', NULL, NULL, NULL, NULL, NULL, NULL, 1048576, 1795558347581, 16, 1795558347137, 1795558348091, NULL, NULL),
(46, 1, 4, X'3132183C4D4344A49A5E24266A766043', 'Travel Pewter Hand Drum, burgundy', 'travel pewter hand drum, burgundy', 'Goes well with everything in violet.', 'Toys/Instruments', 'INS-4YUQS-2', '2367190292904', 9099, 'EUR', 24, 10, NULL, 3145728, NULL, 15, 1679591991000, 1795558348091, NULL, NULL),
(46, 1, 5, X'055445897BE449879531320174D74ADE', 'Vafalby Oak Vegetable Cookbook, navy', 'vafalby oak vegetable cookbook, navy', 'Guaranteed for ten years. The plum of the surface deepens with the years. Wipe it clean with a damp cloth and let it dry. The burgundy of the surface deepens with the years.', 'Books/Cookery', 'COO-4YUQS-3', '2004820474803', 234095, 'EUR', 149, 20, 1975, 4194304, 1795558347532, 8, 1465542631000, 1795558348091, NULL, NULL),
(46, 1, 13, X'A3DD299733F844889FE5EC99094C6EAC', 'Product 757', 'product 757', '', 'C', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 7340032, NULL, 18, 1795558347814, 1795558348091, NULL, NULL),
(46, 1, 16, X'842A491D9FA74FF29077E0346BA322A1', 'Line 440', 'line 440', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 9437184, NULL, 20, 1795558347903, 1795558348091, NULL, NULL),
(46, 1, 17, X'8D5302BFCD404A359CED2047712BA0B6', 'Product 985', 'product 985', '', 'C', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 10485760, NULL, 18, 1795558347916, 1795558348091, NULL, NULL),
(46, 1, 21, X'EDD32427CCC644359EED659EDC11CAB2', 'Line 360', 'line 360', '', NULL, NULL, NULL, NULL, NULL, 360, NULL, NULL, 12582912, NULL, 18, 1795558348077, 1795558348091, NULL, NULL),
(47, 1, 3, X'C79AD2BD39A14FD196820E195021EA78', 'Modern Marble Letter Opener', 'modern marble letter opener', 'Light marks of use on the back, otherwise in fine condition.
With a certificate by Rasborheim that tells where it comes from. The workshop of Rasborheim has made it for three generations.
Light marks of use on the back, otherwise in fine condition. Made in small numbers by Rasborheim, who sign every piece.', 'Paper/Desk/Clearance', 'DES-4YUQS-1', '01953293296577', 7395, 'EUR', 55, NULL, 1990, 6291456, NULL, 11, 1599788040000, 1795558348018, NULL, NULL),
(47, 1, 4, X'3132183C4D4344A49A5E24266A766043', 'Travel Pewter Hand Drum, burgundy', 'travel pewter hand drum, burgundy', 'Goes well with everything in violet.', 'Toys/Instruments', 'INS-4YUQS-2', '2367190292904', 9099, 'EUR', 24, 10, NULL, 5242880, NULL, 14, 1679591991000, 1795558348091, NULL, NULL),
(47, 1, 21, X'EDD32427CCC644359EED659EDC11CAB2', 'Line 360', 'line 360', '', NULL, NULL, NULL, NULL, NULL, 360, NULL, NULL, 4194304, NULL, 17, 1795558348077, 1795558348091, NULL, NULL),
(50, 1, 3, X'C79AD2BD39A14FD196820E195021EA78', 'Modern Marble Letter Opener', 'modern marble letter opener', 'Light marks of use on the back, otherwise in fine condition.
With a certificate by Rasborheim that tells where it comes from. The workshop of Rasborheim has made it for three generations.
Light marks of use on the back, otherwise in fine condition. Made in small numbers by Rasborheim, who sign every piece.', 'Paper/Desk/Clearance', 'DES-4YUQS-1', '01953293296577', 7395, 'EUR', 55, NULL, 1990, 6291456, NULL, 10, 1599788040000, 1795558348159, NULL, NULL),
(50, 1, 22, X'D244AE59E7074EE6AC5DD592106C759B', 'Line 576', 'line 576', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 13631488, NULL, 17, 1795558348077, 1795558348159, NULL, NULL),
(51, 0, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(51, 0, 5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(51, 0, 11, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(51, 0, 12, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(55, 1, 15, X'0DB622911AD74AE09328AC215C9FF083', 'Product 280', 'product 280', '', NULL, 'S-320', NULL, NULL, NULL, NULL, NULL, NULL, 8388608, NULL, 17, 1795558347884, 1795558348275, NULL, NULL),
(58, 1, 3, X'C79AD2BD39A14FD196820E195021EA78', 'Modern Marble Letter Opener', 'modern marble letter opener', 'to 5', 'Paper/Desk/Clearance', 'DES-4YUQS-1', '01953293296577', 7395, 'EUR', 56, NULL, 1990, 6291456, NULL, 9, 1599788040000, 1795558348305, NULL, NULL),
(58, 1, 4, X'3132183C4D4344A49A5E24266A766043', 'Travel Pewter Hand Drum, burgundy', 'travel pewter hand drum, burgundy', 'to 5', 'Toys/Instruments', 'INS-4YUQS-2', '2367190292904', 9099, 'EUR', 25, 10, NULL, 5242880, NULL, 13, 1679591991000, 1795558348305, NULL, NULL),
(58, 1, 13, X'A3DD299733F844889FE5EC99094C6EAC', 'Product 757', 'product 757', 'to 5', 'C', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 7340032, NULL, 17, 1795558347814, 1795558348305, NULL, NULL),
(58, 1, 16, X'842A491D9FA74FF29077E0346BA322A1', 'Line 440', 'line 440', 'to 5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 9437184, NULL, 19, 1795558347903, 1795558348305, NULL, NULL),
(58, 1, 17, X'8D5302BFCD404A359CED2047712BA0B6', 'Product 985', 'product 985', 'to 5', 'C', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 10485760, NULL, 17, 1795558347916, 1795558348305, NULL, NULL);
DELETE FROM history_product_image;
INSERT INTO history_product_image (step, existed, key, id, product, position, hash, extension, caption, turn) VALUES
(-46, 1, 13, X'26840E17068848F3A6877FAFEF9C7006', 21, 0, 'a4af95f963f8f5969e68b96c8ecfbab0ab5fd1de20d0f552fe0db5ec33ccdd9b', 'png', '', 0),
(-46, 1, 14, X'1DDF13AFFBB943ACA629E194EAD14190', 4, 0, 'a4af95f963f8f5969e68b96c8ecfbab0ab5fd1de20d0f552fe0db5ec33ccdd9b', 'png', '', 0),
(-46, 1, 15, X'894DE89984064F36A864914336146F9E', 5, 0, 'a4af95f963f8f5969e68b96c8ecfbab0ab5fd1de20d0f552fe0db5ec33ccdd9b', 'png', '', 0),
(-46, 1, 16, X'6E689E2D6ED94AE68658BA5FB29E9F01', 16, 0, 'a4af95f963f8f5969e68b96c8ecfbab0ab5fd1de20d0f552fe0db5ec33ccdd9b', 'png', '', 0),
(-46, 1, 17, X'405BB4F06101495B860A16799FBE7863', 2, 0, 'a4af95f963f8f5969e68b96c8ecfbab0ab5fd1de20d0f552fe0db5ec33ccdd9b', 'png', '', 0),
(-46, 1, 18, X'40955468182C4BBB9F9BB5A12D17E5D6', 17, 0, 'a4af95f963f8f5969e68b96c8ecfbab0ab5fd1de20d0f552fe0db5ec33ccdd9b', 'png', '', 0),
(-46, 1, 19, X'40470B72823E4AC7ACE19B4D941FACCB', 13, 0, 'a4af95f963f8f5969e68b96c8ecfbab0ab5fd1de20d0f552fe0db5ec33ccdd9b', 'png', '', 0),
(-45, 1, 11, X'AB88161D008F48E38F26375634A9B53F', 21, 0, 'baafd3781084571f08f7528c84ea3f519699464e309d0d6b9e987ff4bc90dc48', 'png', '360', 0),
(-45, 1, 12, X'0DF2641AA2FE4AAAB5C4B765E8578814', 15, 0, 'd4cf5fbbc645b0c920964a8a076a29454f6d8702a17da38506fae24aa0621f90', 'png', '320', 90),
(45, 0, 10, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(46, 0, 5, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(46, 0, 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(46, 0, 7, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(46, 0, 8, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(46, 0, 9, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(46, 0, 11, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(51, 0, 15, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
(51, 0, 17, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
DELETE FROM history_product_tag;
INSERT INTO history_product_tag (step, existed, product, position, tag) VALUES
(-57, 1, 23, 0, 'tag 459 0'),
(-57, 1, 23, 1, 'tag 459 1'),
(-57, 1, 23, 2, 'tag 459 2'),
(45, 1, 11, 0, 'tag 928'),
(45, 1, 11, 1, 'many'),
(51, 0, 2, 0, NULL),
(51, 0, 2, 1, NULL),
(51, 0, 5, 0, NULL),
(51, 0, 5, 1, NULL),
(51, 0, 5, 2, NULL),
(51, 0, 11, 0, NULL),
(51, 0, 11, 1, NULL);
DELETE FROM history_product_value;
INSERT INTO history_product_value (step, existed, product, field, text, text_key, number) VALUES
(42, 1, 3, 1, '5 EUR', '5 eur', NULL),
(42, 1, 4, 1, '5 EUR', '5 eur', NULL),
(42, 1, 11, 1, '5 EUR', '5 eur', NULL),
(42, 1, 16, 1, '5 EUR', '5 eur', NULL),
(42, 1, 18, 1, '5 EUR', '5 eur', NULL),
(44, 1, 13, 1, '5 EUR', '5 eur', NULL),
(51, 0, 11, 1, NULL, NULL, NULL);
DELETE FROM history_saved_search;
INSERT INTO history_saved_search (step, existed, key, id, name, content, position) VALUES
(41, 1, 1, X'AEBC25C78BE2474DAA5BDBB9936D804E', 'Search 278', '{"columns":[],"format":1,"hiddenColumns":[],"query":{"filters":[],"inTrash":false,"order":[{"ascending":true,"sort":"manual"}],"searchText":"136","tags":["many"]}}', 1);
DELETE FROM history_size;
INSERT INTO history_size (bytes) VALUES
(11321);
DELETE FROM history_template;
INSERT INTO history_template (step, existed, key, category, content) VALUES
(34, 1, 5, 'C/0', '{"format":1,"texts":{"supplier":"S 3","tags":"many, red"}}');
DELETE FROM history_told_apart;
INSERT INTO history_told_apart (step, existed, key, products, content) VALUES
(-53, 1, 1, '3132183C-4D43-44A4-9A5E-24266A766043+842A491D-9FA7-4FF2-9077-E0346BA322A1+8D5302BF-CD40-4A35-9CED-2047712BA0B6+A3DD2997-33F8-4488-9FE5-EC99094C6EAC+EDD32427-CCC6-4435-9EED-659EDC11CAB2', '{"format":1,"pictures":["a4af95f963f8f5969e68b96c8ecfbab0ab5fd1de20d0f552fe0db5ec33ccdd9b"],"products":{"3132183C-4D43-44A4-9A5E-24266A766043":{"gtin":"2367190292904","sku":"INS-4YUQS-2","title":"Travel Pewter Hand Drum, burgundy"},"842A491D-9FA7-4FF2-9077-E0346BA322A1":{"title":"Line 440"},"8D5302BF-CD40-4A35-9CED-2047712BA0B6":{"title":"Product 985"},"A3DD2997-33F8-4488-9FE5-EC99094C6EAC":{"title":"Product 757"},"EDD32427-CCC6-4435-9EED-659EDC11CAB2":{"title":"Line 360"}}}');
DELETE FROM last_key;
INSERT INTO last_key (name, key) VALUES
('field', 2),
('note', 17),
('product', 23),
('product_image', 19),
('saved_search', 1),
('template', 7),
('told_apart', 1);
DELETE FROM loose_image;
DELETE FROM note;
INSERT INTO note (key, id, product, position, title, text, revision, created, changed) VALUES
(2, X'893408D9DE7344BDAB1F4F9B693804A2', 3, 0, '248', '', 2, 1795558347790, 1795558347790),
(6, X'B7AF5699662C43F98CD267F12B4926F6', 12, 0, '', '474', 2, 1795558347802, 1795558347802),
(7, X'D6767989894B41AD8938C437D764C2D5', 12, 1, '', '475', 2, 1795558347802, 1795558347802),
(8, X'25280DC54A684FC5A330B0F40672F6F3', 15, 0, '0', 'of an entry', 2, 1795558347884, 1795558347884);
DELETE FROM product;
INSERT INTO product (key, id, title, title_key, description, category, sku, gtin, price, currency, stock, minimum_stock, year, position, deleted, revision, created, changed, supplier, supplier_key) VALUES
(2, X'8F86F1971C214D26A52A4D63E6881FE5', 'Product 710', 'product 710', '', 'C/2', 'S-710', NULL, NULL, NULL, NULL, NULL, NULL, 1048576, 1795558347581, 17, 1795558347137, 1795558347963, NULL, NULL),
(3, X'C79AD2BD39A14FD196820E195021EA78', 'Modern Marble Letter Opener', 'modern marble letter opener', 'Light marks of use on the back, otherwise in fine condition.
With a certificate by Rasborheim that tells where it comes from. The workshop of Rasborheim has made it for three generations.
Light marks of use on the back, otherwise in fine condition. Made in small numbers by Rasborheim, who sign every piece.', 'Paper/Desk/Clearance', 'DES-4YUQS-1', '01953293296577', 7395, 'EUR', 55, NULL, 1990, 2097152, NULL, 13, 1599788040000, 1795558347789, NULL, NULL),
(4, X'3132183C4D4344A49A5E24266A766043', 'Travel Pewter Hand Drum, burgundy', 'travel pewter hand drum, burgundy', 'Goes well with everything in violet.', 'Toys/Instruments', 'INS-4YUQS-2', '2367190292904', 9099, 'EUR', 24, 10, NULL, 3145728, NULL, 17, 1679591991000, 1795558347749, NULL, NULL),
(5, X'055445897BE449879531320174D74ADE', 'Vafalby Oak Vegetable Cookbook, navy', 'vafalby oak vegetable cookbook, navy', 'Guaranteed for ten years. The plum of the surface deepens with the years. Wipe it clean with a damp cloth and let it dry. The burgundy of the surface deepens with the years.', 'Books/Cookery', 'COO-4YUQS-3', '2004820474803', 234095, 'EUR', 149, 20, 1975, 4194304, 1795558347532, 9, 1465542631000, 1795558347963, NULL, NULL),
(11, X'744DA99CEE6B47D584DB8A8FC269AB2F', 'Line 278', 'line 278', '', NULL, 'S-278', NULL, NULL, NULL, NULL, NULL, NULL, 5242880, NULL, 19, 1795558347802, 1795558347963, NULL, NULL),
(12, X'316BA55F945A4D178E37916517257123', 'Line 474', 'line 474', '', NULL, NULL, NULL, NULL, NULL, 474, NULL, NULL, 6291456, 1704067200000, 12, 1795558347802, 1795558347802, NULL, NULL),
(13, X'A3DD299733F844889FE5EC99094C6EAC', 'Product 757', 'product 757', '', 'C/1', NULL, NULL, NULL, NULL, 757, NULL, NULL, 7340032, NULL, 21, 1795558347814, 1795558347814, NULL, NULL),
(15, X'0DB622911AD74AE09328AC215C9FF083', 'Product 280', 'product 280', '', NULL, 'S-0', NULL, NULL, NULL, NULL, NULL, NULL, 8388608, NULL, 19, 1795558347884, 1795558347884, NULL, NULL),
(16, X'842A491D9FA74FF29077E0346BA322A1', 'Line 440', 'line 440', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 9437184, NULL, 22, 1795558347903, 1795558347963, NULL, NULL),
(17, X'8D5302BFCD404A359CED2047712BA0B6', 'Product 985', 'product 985', '', 'C/1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 10485760, NULL, 20, 1795558347916, 1795558347963, NULL, NULL);
DELETE FROM product_image;
INSERT INTO product_image (key, id, product, position, hash, extension, caption, turn) VALUES
(3, X'CDBF10FAD17E426691E2CB747C3652AB', 3, 0, '9089eb0c1a46c4b4d80cf8f314ef7590cc2d5cd30f504b1b2936fa711402a644', 'png', '', 0),
(4, X'C140BF7E33C645579C29CDFF30157AF0', 3, 1, 'd182bc393da85daaa0a35827d7f257d76ede94932221fcf76da3d5f501334fa5', 'png', '', 0),
(5, X'93A7C2974E9E4C648A0D019217EF4C19', 4, 0, 'baafd3781084571f08f7528c84ea3f519699464e309d0d6b9e987ff4bc90dc48', 'png', '', 0),
(6, X'D98BE17BC85F416CBFE66563F5DEDC69', 4, 1, 'd182bc393da85daaa0a35827d7f257d76ede94932221fcf76da3d5f501334fa5', 'png', '', 0),
(7, X'87BFCFD0BD8840F6ACB72DECBF587EF4', 4, 2, '9089eb0c1a46c4b4d80cf8f314ef7590cc2d5cd30f504b1b2936fa711402a644', 'png', '', 0),
(8, X'FA8A80A4BA69436EA2B4E2D639969702', 4, 3, '9089eb0c1a46c4b4d80cf8f314ef7590cc2d5cd30f504b1b2936fa711402a644', 'png', '', 0),
(9, X'6E67AC191E8F4E999076EC5B5AE3BB7F', 13, 0, 'a4af95f963f8f5969e68b96c8ecfbab0ab5fd1de20d0f552fe0db5ec33ccdd9b', 'png', '', 0),
(10, X'436DFC7FB2474CFD956BC6E480BC5920', 15, 0, 'baafd3781084571f08f7528c84ea3f519699464e309d0d6b9e987ff4bc90dc48', 'png', '', 0);
DELETE FROM product_tag;
INSERT INTO product_tag (product, position, tag) VALUES
(5, 2, 'handmade'),
(5, 1, 'school'),
(5, 0, 'second choice'),
(4, 1, 'spring'),
(2, 0, 'tag 710 0'),
(2, 1, 'tag 710 1'),
(13, 0, 'tag 757 0'),
(17, 0, 'tag 985 0'),
(4, 2, 'vintage'),
(4, 0, 'wedding');
DELETE FROM product_value;
DELETE FROM saved_search;
INSERT INTO saved_search (key, id, name, content, position) VALUES
(1, X'AEBC25C78BE2474DAA5BDBB9936D804E', 'Search 949', '{"columns":[],"format":1,"hiddenColumns":[],"query":{"filters":[],"inTrash":false,"order":[{"ascending":true,"sort":"manual"}],"searchText":"136","tags":["many"]}}', 1);
DELETE FROM template;
INSERT INTO template (key, category, content) VALUES
(4, 'D/E', '{"format":1,"texts":{"supplier":"S 0","tags":"many, red"}}'),
(5, 'C', '{"format":1,"texts":{"supplier":"S 3","tags":"many, red"}}');
DELETE FROM told_apart;
INSERT INTO search (search) VALUES ('rebuild');
