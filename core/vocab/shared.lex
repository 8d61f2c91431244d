# Words that are the same in both languages: file extensions, mostly.
ext csv : csv
ext tsv : tsv
ext json : json
ext xml : xml
ext yaml,yml : yaml yml
ext html,htm : html htm
ext txt : txt
ext md : md
ext rtf : rtf
ext odt : odt
ext ods : ods
ext docx : docx
ext doc : doc
ext xlsx : xlsx
ext xls : xls
ext pptx : pptx
ext ppt : ppt
ext epub : epub
ext png : png
ext gif : gif
ext bmp : bmp
ext tif,tiff : tif tiff
ext webp : webp
ext heic : heic
ext svg : svg
ext raw : raw
ext mp3 : mp3
ext wav : wav
ext flac : flac
ext ogg : ogg
ext m4a : m4a
ext mp4 : mp4
ext mkv : mkv
ext avi : avi
ext mov : mov
ext webm : webm
ext tar : tar
ext gz : gz
ext tgz : tgz
ext rar : rar
ext 7z : 7z
ext iso : iso
ext deb : deb
ext exe : exe
ext apk : apk
ext bak : bak
ext tmp : tmp
ext log : log
ext py : py python
ext go : golang
ext js : js javascript
ext ts : ts typescript
ext java : java
ext c : c
ext cpp : cpp
ext rs : rs
ext sh : sh
ext sql : sql
ext css : css
ext ini : ini
ext conf : conf
ext toml : toml
ext db : db
ext eml : eml
ext ics : ics
ext vcf : vcf
ext jpg,jpeg : jpg jpeg
ext pdf : pdf
ext zip : zip
kind book : ebook

# Places people ask the time of: their IANA zone.
zone Asia/Tokyo : tokyo giappone japan
zone America/New_York : new_york
zone Europe/London : londra london inghilterra england
zone Europe/Paris : parigi paris
zone Europe/Berlin : berlino berlin
zone Europe/Madrid : madrid
zone Europe/Moscow : mosca moscow
zone Asia/Shanghai : pechino beijing shanghai cina china
zone Australia/Sydney : sydney
zone America/Los_Angeles : los_angeles san_francisco
zone America/Chicago : chicago
zone Asia/Dubai : dubai
zone Asia/Hong_Kong : hong_kong
zone Asia/Singapore : singapore
zone Asia/Kolkata : delhi mumbai
zone Europe/Rome : roma rome
zone Europe/Lisbon : lisbona lisbon
zone Europe/Athens : atene athens
zone Asia/Seoul : seul seoul
zone UTC : utc gmt
zone America/Sao_Paulo : san_paolo sao_paulo
zone America/Argentina/Buenos_Aires : buenos_aires
zone Europe/Istanbul : istanbul
