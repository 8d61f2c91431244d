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
zone Africa/Cairo : cairo il_cairo egitto egypt
zone Africa/Johannesburg : johannesburg citta_del_capo cape_town sudafrica south_africa
zone Africa/Nairobi : nairobi kenya
zone Africa/Lagos : lagos nigeria
zone Africa/Harare : harare zimbabwe
zone Africa/Casablanca : casablanca marocco morocco
zone America/New_York : new_york washington boston miami orlando orlando_florida florida atlanta philadelphia filadelfia
zone America/Chicago : chicago houston dallas austin texas
zone America/Denver : denver
zone America/Phoenix : phoenix
zone America/Los_Angeles : los_angeles san_francisco california las_vegas seattle san_diego
zone America/Toronto : toronto ottawa
zone America/Montreal : montreal
zone America/Vancouver : vancouver
zone America/Mexico_City : citta_del_messico mexico_city messico mexico
zone America/Sao_Paulo : san_paolo sao_paulo rio_de_janeiro brasile brazil
zone America/Argentina/Buenos_Aires : buenos_aires argentina
zone America/Bogota : bogota colombia
zone America/Lima : lima peru
zone America/Santiago : santiago cile chile
zone America/Havana : avana havana cuba
zone Asia/Tokyo : tokyo tokyo_japan giappone japan osaka kyoto
zone Asia/Shanghai : shanghai pechino beijing cina china
zone Asia/Hong_Kong : hong_kong
zone Asia/Singapore : singapore
zone Asia/Seoul : seul seoul corea korea
zone Asia/Kolkata : delhi nuova_delhi new_delhi mumbai india bangalore calcutta
zone Asia/Dubai : dubai abu_dhabi
zone Asia/Bangkok : bangkok thailandia thailand
zone Asia/Jakarta : giacarta jakarta
zone Asia/Manila : manila filippine philippines
zone Asia/Karachi : karachi pakistan
zone Asia/Tehran : teheran tehran iran
zone Asia/Jerusalem : gerusalemme jerusalem tel_aviv israele israel
zone Asia/Riyadh : riad riyadh
zone Australia/Sydney : sydney melbourne
zone Australia/Perth : perth
zone Pacific/Auckland : auckland nuova_zelanda new_zealand
zone Pacific/Honolulu : honolulu hawaii
zone Europe/Rome : roma rome milano milan napoli naples italia italy
zone Europe/London : londra london inghilterra england
zone Europe/Dublin : dublino dublin irlanda ireland
zone Europe/Paris : parigi paris francia france
zone Europe/Berlin : berlino berlin germania germany monaco munich
zone Europe/Madrid : madrid barcellona barcelona spagna spain
zone Europe/Lisbon : lisbona lisbon portogallo portugal
zone Europe/Athens : atene athens grecia greece
zone Europe/Vienna : vienna austria
zone Europe/Zurich : zurigo zurich svizzera switzerland
zone Europe/Brussels : bruxelles brussels
zone Europe/Amsterdam : amsterdam
zone Europe/Copenhagen : copenaghen copenhagen
zone Europe/Stockholm : stoccolma stockholm svezia sweden
zone Europe/Oslo : oslo norvegia norway
zone Europe/Helsinki : helsinki finlandia finland
zone Europe/Warsaw : varsavia warsaw polonia poland
zone Europe/Prague : praga prague
zone Europe/Budapest : budapest
zone Europe/Moscow : mosca moscow russia
zone Europe/Istanbul : istanbul turchia turkey
zone Europe/Kyiv : kiev kyiv
zone UTC : utc gmt
